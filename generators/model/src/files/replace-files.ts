// Puts files on disk, all or none: each is first written beside its place, and only when all are there are they moved in. Files to be removed
// are moved aside before that, and removed last.
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** A file to be written: its path relative to the project (with `/`) or absolute, and its whole content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

/** What happens to one file. */
export interface FileReplacement {
  readonly path: string;
  readonly change: "created" | "updated";
}

/** What else happens when files are written. */
export interface ReplaceOptions {
  /** Called with the absolute path of each file, before anything is written and when the folders of the file are there; throws for one that must not be written. */
  readonly accept?: ((file: string) => void) | undefined;
}

/**
 * Writes those of the files whose content differs from what is on disk, all or none; the others keep their time stamps. Of a path that is
 * given twice, the last content is written. A failure throws the system's error and leaves everything as it was.
 */
export function replaceFiles(
  folder: string,
  files: readonly GeneratedFile[],
  { accept = () => undefined }: ReplaceOptions = {},
): { readonly changes: readonly FileReplacement[]; readonly unchanged: number } {
  const wanted = new Map(files.map((file) => [resolve(folder, file.path), file]));
  for (const path of wanted.keys()) accept(path);
  const compared = [...wanted].map(([path, file]) => ({ file, before: readIfThere(path) }));
  const changed = compared.filter(({ file, before }) => file.content !== before);
  moveIn(
    folder,
    changed.map(({ file }) => file),
    { accept },
  );
  const changes = changed.map(({ file: { path }, before }): FileReplacement => ({
    path,
    change: before === undefined ? "created" : "updated",
  }));
  return { changes, unchanged: wanted.size - changed.length };
}

/** What else happens while files are moved in, and how. */
export interface MoveOptions extends ReplaceOptions {
  /** The paths of files to be removed. */
  readonly removed?: readonly string[];
  /** Gives a file that is not in its place yet, or no longer, a name beside it. */
  readonly besideName?: (file: string) => string;
}

/**
 * Writes all of the files and removes those at the other paths, or does nothing. A failure also removes the folders that were created for
 * the files. Nothing is written through a link.
 */
export function moveIn(
  folder: string,
  files: readonly GeneratedFile[],
  { removed = [], besideName = unguessedName, accept = () => undefined }: MoveOptions = {},
): void {
  const targets = files.map(({ path, content }) => {
    const target = resolve(folder, path);
    return { target, content, staged: besideName(target) };
  });
  // While they can still be put back, files that are to be removed lie beside their places.
  const stale = removed.map((path) => {
    const file = resolve(folder, path);
    return { file, aside: besideName(file) };
  });
  const takeBack: (() => void)[] = [];
  try {
    for (const { file, aside } of stale) {
      accept(file);
      renameSync(file, aside);
      takeBack.push(() => renameSync(aside, file));
    }
    for (const { target, content, staged } of targets) {
      createFolder(dirname(target), takeBack);
      accept(target);
      takeBack.push(() => rmSync(staged, { force: true }));
      writeFileSync(staged, content, { flag: "wx" });
    }
    for (const { target, staged } of targets) renameSync(staged, target);
  } catch (error) {
    for (const each of takeBack.toReversed()) attempt(each);
    throw error;
  }
  for (const { aside } of stale) rmSync(aside);
}

/** A name for a file beside another, which nobody can guess: in a shared folder, others could put a link there first. */
export function unguessedName(file: string): string {
  return `${file}.capstan-${randomBytes(9).toString("base64url")}`;
}

/** Tries to take something back. It fails where a folder of a staged file is a file, and for a folder that holds another's file by now. */
function attempt(takeBack: () => void): void {
  try {
    takeBack();
  } catch {
    // The reason of the failed write is reported; this one only follows from it.
  }
}

/** Creates a folder and those around it, and adds how to take that back. Node's own `recursive` never returns for folders below /proc. */
function createFolder(folder: string, takeBack: (() => void)[]): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder), takeBack);
  mkdirSync(folder);
  takeBack.push(() => rmdirSync(folder));
}

/** The content of a file, or undefined when there is none. A folder in its place throws, and so does a pipe or a device, which could be read without an end. */
export function readIfThere(file: string): string | undefined {
  try {
    const stats = statSync(file);
    if (!stats.isFile() && !stats.isDirectory()) throw new Error(`"${file}" is a pipe, a socket or a device`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    // The system names no path when it rejects a folder.
    throw error instanceof Error && !("path" in error) ? Object.assign(error, { path: file }) : error;
  }
}
