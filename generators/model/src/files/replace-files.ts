// Puts files on disk, all or none: each is first written beside its place, and only when all are there are they moved in.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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

/**
 * Writes those of the files whose content differs from what is on disk, all or none; the others keep their time stamps. A
 * failure throws the system's error and leaves everything as it was.
 */
export function replaceFiles(
  folder: string,
  files: readonly GeneratedFile[],
): { readonly changes: readonly FileReplacement[]; readonly unchanged: number } {
  const compared = files.map((file) => ({ file, before: readIfThere(resolve(folder, file.path)) }));
  const changed = compared.filter(({ file, before }) => file.content !== before);
  moveIn(
    folder,
    changed.map(({ file }) => file),
  );
  const changes = changed.map(({ file: { path }, before }): FileReplacement => ({
    path,
    change: before === undefined ? "created" : "updated",
  }));
  return { changes, unchanged: files.length - changed.length };
}

/** Writes all of the files or none. */
export function moveIn(folder: string, files: readonly GeneratedFile[]): void {
  const staged: string[] = [];
  try {
    for (const { path, content } of files) {
      const target = resolve(folder, path);
      createFolder(dirname(target));
      staged.push(temporary(target));
      writeFileSync(temporary(target), content);
    }
    for (const { path } of files) renameSync(temporary(resolve(folder, path)), resolve(folder, path));
  } catch (error) {
    for (const file of staged) discard(file);
    throw error;
  }
}

function temporary(file: string): string {
  return `${file}.capstan-${process.pid}`;
}

/** Removes a staged file. Fails without effect when a folder of its path is a file, where nothing was staged. */
function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The reason of the failed write is reported; this one only follows from it.
  }
}

/** Creates a folder and those around it. Node's own `recursive` never returns for folders below /proc. */
function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  mkdirSync(folder);
}

/** The content of a file, or undefined when there is none. A folder in its place throws. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
