// Whether a path is in a folder. A name may begin with two dots: `..foo` is an ordinary folder.
import { isAbsolute, normalize, relative } from "node:path";

/** Whether a path, relative to a folder, stays inside it. The folder itself counts. */
export function isInside(path: string): boolean {
  return !isAbsolute(path) && !/^\.\.(?:[/\\]|$)/.test(normalize(path));
}

/** Whether an absolute path is that of a folder, or of something below it. */
export function isBelow(folder: string, path: string): boolean {
  return isInside(relative(folder, path));
}
