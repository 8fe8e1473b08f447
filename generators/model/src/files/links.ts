// Where a path leads through links: below a folder of a project may be one to a folder of somebody else.
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isBelow } from "./owned-files.ts";

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
