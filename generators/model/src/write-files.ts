// Puts generated files on disk, or with `check` says what would change. All or nothing: everything that can fail is done
// before the first rename. Files that are no longer generated are removed; files made by hand are never touched.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorFrom, errorOf, type CapstanError } from "@capstan/kube";
import type { GeneratedFile } from "./generated-file.ts";
import { lineDiff } from "./line-diff.ts";
import { writeErrors } from "./write-errors.ts";
import {
  defaultOutFolder,
  formatOwnedFiles,
  hashOf,
  isInside,
  ownedFilesPath,
  parseOwnedFiles,
  type OwnedFiles,
} from "./owned-files.ts";

/** How files are written. */
export interface WriteFilesOptions {
  /** The absolute path of the project. */
  readonly root: string;
  /** Writes nothing and reports the difference. */
  readonly check?: boolean;
  /** The folder of the list of generated files, relative to the project; `generated` unless given. */
  readonly folder?: string;
}

/** What happened, or with `check` would happen, to one file. */
export interface FileChange {
  readonly path: string;
  readonly change: "created" | "updated" | "removed";
  /** The lines that differ. */
  readonly diff: string;
}

/** What was written. */
export interface WriteFilesResult {
  readonly changes: readonly FileChange[];
  /** How many files were already as they should be. */
  readonly unchanged: number;
}

/**
 * Writes files and their list, and removes those that were generated before and are no more. With `check` nothing is touched. The list is
 * a file like the others: without it, nobody could tell later what to remove.
 */
export function writeFiles(
  files: readonly GeneratedFile[],
  { root, check = false, folder = defaultOutFolder }: WriteFilesOptions,
): WriteFilesResult {
  for (const { path } of files) requireInside(path);
  const project: Project = { root, folder, owned: readOwned(root, folder) };
  const wanted = new Map([...files, listOf(files, folder)].map(({ path, content }) => [path, content]));
  const changes = [...changedFiles(wanted, project), ...staleFiles(wanted, project), ...movedList(project)];
  if (!check) apply(wanted, changes, root);
  const changed = changes.filter(({ change }) => change !== "removed").length;
  return { changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: wanted.size - changed };
}

/** The files that belong to the generator in a project, sorted, its list among them; relative to the project. */
export function ownedFiles({ root, folder = defaultOutFolder }: Omit<WriteFilesOptions, "check">): string[] {
  const owned = Object.keys(readOwned(root, folder));
  return owned.length === 0 ? [] : [...owned, ownedFilesPath(folder)].toSorted();
}

interface Project {
  readonly root: string;
  readonly folder: string;
  readonly owned: OwnedFiles;
}

/** The list in the folder; what was generated before the project named another folder than the default is owned still. */
function readOwned(root: string, folder: string): OwnedFiles {
  const lists = [...new Set([ownedFilesPath(), ownedFilesPath(folder)])];
  return Object.assign({}, ...lists.map((list) => parseOwnedFiles(readText(join(root, list)), list))) as OwnedFiles;
}

function listOf(files: readonly GeneratedFile[], folder: string): GeneratedFile {
  const hashes = Object.fromEntries(files.map(({ path, content }) => [path, hashOf(content)]));
  return { path: ownedFilesPath(folder), content: formatOwnedFiles(hashes) };
}

function requireInside(path: string): void {
  if (!isInside(path)) throw errorOf(writeErrors, "generate/outside", { values: { path } });
}

function changedFiles(wanted: ReadonlyMap<string, string>, { root, folder, owned }: Project): FileChange[] {
  const list = ownedFilesPath(folder);
  const changes: FileChange[] = [];
  for (const [path, content] of wanted) {
    const before = readText(join(root, path));
    if (before === content) continue;
    if (before !== undefined && path !== list && owned[path] === undefined) throw notOurs(path, list);
    changes.push({
      path,
      change: before === undefined ? "created" : "updated",
      diff: lineDiff(before ?? "", content),
    });
  }
  return changes;
}

function notOurs(path: string, list: string): CapstanError {
  return errorOf(writeErrors, "generate/hand-made", { values: { path, list } });
}

/** Files of the list that are generated no more. One that was edited by hand since is left alone and reported. */
function staleFiles(wanted: ReadonlyMap<string, string>, { root, owned }: Project): FileChange[] {
  return Object.entries(owned).flatMap(([path, hash]): FileChange[] => {
    const content = wanted.has(path) ? undefined : readText(join(root, path));
    if (content === undefined) return [];
    if (hashOf(content) !== hash) throw errorOf(writeErrors, "generate/edited", { values: { path } });
    return [{ path, change: "removed", diff: lineDiff(content, "") }];
  });
}

/** The list in the default folder, when the project names another folder now. */
function movedList({ root, folder }: Project): FileChange[] {
  const path = ownedFilesPath();
  const content = path === ownedFilesPath(folder) ? undefined : readText(join(root, path));
  return content === undefined ? [] : [{ path, change: "removed", diff: lineDiff(content, "") }];
}

/** New content goes to files beside the old ones first; renames, which do not fail half-way, come last. */
function apply(wanted: ReadonlyMap<string, string>, changes: readonly FileChange[], root: string): void {
  const contents = changes.flatMap(({ path, change }): [string, string][] =>
    change === "removed" ? [] : [[path, wanted.get(path) ?? ""]],
  );
  const staged: string[] = [];
  try {
    for (const [path, content] of contents) {
      const target = join(root, path);
      mkdirSync(dirname(target), { recursive: true });
      staged.push(temporary(target));
      writeFileSync(temporary(target), content);
    }
  } catch (cause) {
    for (const file of staged) discard(file);
    throw notWritten(cause);
  }
  for (const [path] of contents) renameSync(temporary(join(root, path)), join(root, path));
  for (const { path, change } of changes) if (change === "removed") rmSync(join(root, path));
}

/** Nothing was staged where the path leads through a file, and `force` does not cover that. */
function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The reason of the failed write is reported; this one only follows from it.
  }
}

function notWritten(cause: unknown): CapstanError {
  const inTheWay =
    cause instanceof Error && "code" in cause && ["EISDIR", "ENOTDIR", "EEXIST"].includes(String(cause.code));
  const code = inTheWay ? "generate/in-the-way" : "generate/write";
  return errorOf(writeErrors, code, { values: { problem: errorFrom(cause).message }, cause });
}

function temporary(file: string): string {
  return `${file}.capstan-${process.pid}`;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw notWritten(error);
  }
}
