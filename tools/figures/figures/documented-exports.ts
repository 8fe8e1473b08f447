// Which exported declarations have a doc comment.
import { exportedDeclarations } from "../source/exports.ts";
import { productSources } from "../source/files.ts";

/** The share of exported declarations with a doc comment, in per cent, rounded down. */
export function documentedExports(): { value: number; places: string[] } {
  const all = productSources().flatMap((path) => exportedDeclarations(path));
  const without = all.filter(({ documented }) => !documented);
  return {
    value: Math.floor(((all.length - without.length) / Math.max(1, all.length)) * 100),
    places: without.map(({ path, line, name }) => `${path}:${line} ${name}`),
  };
}
