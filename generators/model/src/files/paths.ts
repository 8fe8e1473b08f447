// Whether a path stays inside a folder: as it is written, and through links, since below a folder of a project may be one to a folder of
// somebody else.
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, normalize, relative, resolve } from "node:path";

/** Whether a path, relative to a folder, stays inside it. The folder itself counts, and `..foo` is an ordinary name. */
export function isInside(path: string): boolean {
  return !isAbsolute(path) && !/^\.\.(?:[/\\]|$)/.test(normalize(path));
}

/** Whether an absolute path is that of a folder, or of something below it. */
export function isBelow(folder: string, path: string): boolean {
  return isInside(relative(folder, path));
}

/** Whether a file of that path, relative to the folder or absolute, would be written outside the folder, because a folder of it is a link. */
export function leadsOutside(folder: string, path: string): boolean {
  return !isBelow(realFolder(folder), realFolder(dirname(resolve(folder, path))));
}

/** The real path of a folder, or of the nearest one around it that exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return dirname(folder) === folder ? folder : realFolder(dirname(folder));
  }
}
