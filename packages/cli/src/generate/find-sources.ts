// Which files `generate` reads: the TypeScript below src/api, tests and declarations left out. A convention, not a setting.
// Called by every verb that needs the API; reads no file.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";

/** The folder of API definitions, relative to the project. */
export const sourceFolder = "src/api";

/** The files in a stable order, relative to the project and with `/`. */
export async function findSources(root: string): Promise<string[]> {
  const folder = join(root, sourceFolder);
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) => entry.isFile() && /\.m?ts$/.test(entry.name) && !/\.(test|spec|test-d|d)\.m?ts$/.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .toSorted();
}
