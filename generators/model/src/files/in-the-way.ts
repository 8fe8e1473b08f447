// What stands in the way of files that are written: a folder at the path of one, or a file at the path of one of its folders.
import { lstatSync } from "node:fs";
import { dirname } from "node:path";

/** What is there instead, by the error code of the system. */
const instead: Readonly<Record<string, string>> = {
  EISDIR: "is a folder, where a file is needed",
  ENOTDIR: "is a file, where a folder is needed",
  EEXIST: "is a file, where a folder is needed",
};

/** What is in the way of a write that failed with this error; undefined when it failed for another reason. */
export function inTheWay(error: Error): string | undefined {
  const { code = "", path }: NodeJS.ErrnoException = error;
  const what = Object.hasOwn(instead, code) ? instead[code] : undefined;
  return what === undefined || path === undefined ? undefined : `"${nearest(path)}" ${what}`;
}

/** The path, or the nearest one above it that exists. */
function nearest(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return dirname(path) === path ? path : nearest(dirname(path));
  }
}
