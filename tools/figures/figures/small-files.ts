// Files so small that a reader opens them for nothing: fewer than 25 lines, index files aside.
import { productSources, readSource } from "../source/files.ts";

const small = 25;

/** The files under 25 lines. */
export function smallFiles(): { value: number; places: string[] } {
  const places = productSources().filter(
    (path) => !path.endsWith("/index.ts") && readSource(path).trimEnd().split("\n").length < small,
  );
  return { value: places.length, places };
}
