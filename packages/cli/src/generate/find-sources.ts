// Which files `generate` reads: the TypeScript in the folders, files and globs that the project names (src/api unless it says otherwise);
// tests, declarations and generated files are left out. Reads names alone, no file.
import { lstatSync, statSync, type Stats } from "node:fs";
import { glob, readdir, realpath } from "node:fs/promises";
import { join, posix, relative } from "node:path";

/** The files, and the paths that led to none. */
export interface FoundSources {
  /** In a stable order, relative to the project and with `/`. */
  readonly files: readonly string[];
  readonly empty: readonly string[];
}

/** Whether a file of that name can hold API types. */
export function isSourceName(path: string): boolean {
  return /\.m?ts$/.test(path) && !/\.(test|spec|test-d|d)\.m?ts$/.test(path);
}

/** The files that `sources` lead to, without those in `generated`. */
export async function findSources(
  root: string,
  sources: readonly string[],
  generated: readonly string[] = [],
): Promise<FoundSources> {
  const found = await Promise.all(sources.map((path) => filesAt(root, path)));
  const own = new Set(generated);
  const files = new Set(found.flat().filter((file) => isSourceName(file) && !own.has(file)));
  const empty = sources.filter((_, i) => found[i]?.some((file) => files.has(file)) !== true);
  return { files: [...files].toSorted(), empty };
}

/** The folder below which files of a source path can appear: the path itself, a file's folder, or what stands before a glob's pattern. */
export function sourceFolder(path: string): string {
  const parts = path.split("/");
  const first = parts.findIndex(isPattern);
  if (first !== -1) return parts.slice(0, first).join("/") || ".";
  return isSourceName(path) ? posix.dirname(path) : path;
}

function isPattern(path: string): boolean {
  return /[*?[\]{}!]/.test(path);
}

async function filesAt(root: string, path: string): Promise<string[]> {
  const at = statsOf(join(root, path));
  if (at === undefined) return isPattern(path) ? filesLike(root, path) : [];
  return at.isDirectory() ? filesBelow(root, path) : [path];
}

/** What is at a path. A broken link is something too: reading it as a source says why it cannot be read. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return lstatSync(path, { throwIfNoEntry: false });
  }
}

/** The files below a folder. Links are followed, except to a folder that the link lies in. */
async function filesBelow(root: string, folder: string, above: readonly string[] = []): Promise<string[]> {
  const real = await realpath(join(root, folder));
  if (above.includes(real)) return [];
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = entries.map(async (entry) => {
    const path = slashes(relative(root, join(root, folder, entry.name)));
    if (entry.isFile()) return [path];
    // A folder with the name of a source is in the place of one: reading it says so.
    if (statsOf(join(root, path))?.isDirectory() === true && !isSourceName(entry.name))
      return await filesBelow(root, path, [...above, real]);
    return isHidden(entry.name) ? [] : [path];
  });
  return (await Promise.all(found)).flat();
}

/** Emacs locks a file with a hidden broken link beside it. */
function isHidden(name: string): boolean {
  return name.startsWith(".");
}

async function filesLike(root: string, pattern: string): Promise<string[]> {
  const files: string[] = [];
  const exclude = (name: string): boolean => /(^|[/\\])(node_modules|\.[^/\\]+)$/.test(name);
  for await (const file of glob(pattern, { cwd: root, exclude })) files.push(slashes(file));
  return files;
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}
