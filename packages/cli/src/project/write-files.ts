// Puts files on disk, all or none: each is first written beside its place, and only when all are there are they moved in. Files that
// are already right are not touched, so that watchers and time stamps stay still.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorFrom, errorOf, type CapstanError } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { FileChange } from "../outcome.ts";

/** A file to write: its path relative to the folder, and its whole content. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
}

/** What was written. */
export interface Written {
  readonly changes: readonly FileChange[];
  readonly unchanged: number;
}

/** Writes the files below `folder`. */
export async function writeFiles(folder: string, files: readonly FileToWrite[]): Promise<Written> {
  const before = await Promise.all(files.map(({ path }) => readIfThere(join(folder, path)))).catch((cause: unknown) => {
    throw notWritten(folder, cause);
  });
  const changed = files
    .map(({ path, content }, i) => ({ path, target: join(folder, path), content, before: before[i] }))
    .filter((file) => file.before !== file.content);
  try {
    for (const { target, content } of changed) {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(staged(target), content);
    }
    for (const { target } of changed) await rename(staged(target), target);
  } catch (cause) {
    await Promise.allSettled(changed.map(({ target }) => rm(staged(target), { force: true })));
    throw notWritten(folder, cause);
  }
  const changes = changed.map((file): FileChange => ({
    path: file.path,
    change: file.before === undefined ? "created" : "updated",
  }));
  return { changes, unchanged: files.length - changed.length };
}

function notWritten(folder: string, cause: unknown): CapstanError {
  return errorOf(cliDiagnostics, "cli/write", { values: { folder, problem: errorFrom(cause).message }, cause });
}

function staged(target: string): string {
  return `${target}.${process.pid}.tmp`;
}

/** Whatever else stands in a file's place, a folder for example, is found here, before anything is written. */
async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
