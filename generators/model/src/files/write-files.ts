// Writes generated files, or with `check` reports what would change. All or none. Files that are no longer generated are
// removed; files written by hand are never touched.
import { join } from "node:path";
import { errorFrom, errorOf, isCapstanError, type CapstanError } from "@capstan/kube";
import { inTheWay } from "./in-the-way.ts";
import { moveIn, readIfThere, type GeneratedFile, type ReplaceOptions } from "./replace-files.ts";
import { lineDiff } from "./line-diff.ts";
import { writeErrors } from "./write-errors.ts";
import {
  defaultOutFolder,
  formatOwnedFiles,
  hashOf,
  ownedFilesPath,
  parseOwnedFiles,
  type OwnedFiles,
} from "./owned-files.ts";
import { isInside, leadsOutside } from "./paths.ts";

/** How files are written. */
export interface WriteFilesOptions extends ReplaceOptions {
  /** The absolute path of the project. */
  readonly root: string;
  /** Writes nothing and returns the differences. */
  readonly check?: boolean;
  /** The folder of the list of generated files, relative to the project; `generated` unless given. */
  readonly folder?: string;
}

/** What happened, or with `check` would happen, to one file. */
export interface GeneratedFileChange {
  readonly path: string;
  readonly change: "created" | "updated" | "removed";
  /** The lines that differ. */
  readonly diff: string;
}

/** What was written. */
export interface WriteFilesResult {
  readonly changes: readonly GeneratedFileChange[];
  /** How many files were already right. */
  readonly unchanged: number;
}

/**
 * Writes files and the list of them, and removes files that were generated before and no longer are. With `check`, nothing is touched. The
 * list is one of the files: it is needed later to know what to remove.
 */
export function writeFiles(
  files: readonly GeneratedFile[],
  { root, check = false, folder = defaultOutFolder, accept = () => undefined }: WriteFilesOptions,
): WriteFilesResult {
  const project: Project = { root, folder, owned: readOwned(root, folder) };
  for (const path of [...files.map((file) => file.path), ownedFilesPath(folder), ...Object.keys(project.owned)])
    requireInside(root, path);
  const wanted = new Map([...files, listOf(files, folder)].map(({ path, content }) => [path, content]));
  if (!check) for (const path of wanted.keys()) accept(join(root, path));
  const changes = [...changedFiles(wanted, project), ...staleFiles(wanted, project), ...movedList(project)];
  if (!check) apply(wanted, changes, { root, accept });
  const changed = changes.filter(({ change }) => change !== "removed").length;
  return { changes: changes.toSorted((a, b) => (a.path < b.path ? -1 : 1)), unchanged: wanted.size - changed };
}

/** The paths of the generated files of a project, the list included, sorted and relative to the project. */
export function ownedFiles({ root, folder = defaultOutFolder }: Omit<WriteFilesOptions, "check">): string[] {
  const owned = Object.keys(readOwned(root, folder));
  return owned.length === 0 ? [] : [...owned, ownedFilesPath(folder)].toSorted();
}

interface Project {
  readonly root: string;
  readonly folder: string;
  readonly owned: OwnedFiles;
}

/** The list in the folder, and the one in the default folder, which may be older than the setting of another folder. */
function readOwned(root: string, folder: string): OwnedFiles {
  const lists = [...new Set([ownedFilesPath(), ownedFilesPath(folder)])];
  return Object.fromEntries(lists.flatMap((list) => Object.entries(parseOwnedFiles(readText(join(root, list)), list))));
}

function listOf(files: readonly GeneratedFile[], folder: string): GeneratedFile {
  const hashes = Object.fromEntries(files.map(({ path, content }) => [path, hashOf(content)]));
  return { path: ownedFilesPath(folder), content: formatOwnedFiles(hashes) };
}

function requireInside(root: string, path: string): void {
  if (!isInside(path) || leadsOutside(root, path)) throw errorOf(writeErrors, "generate/outside", { values: { path } });
}

function changedFiles(wanted: ReadonlyMap<string, string>, { root, folder, owned }: Project): GeneratedFileChange[] {
  const list = ownedFilesPath(folder);
  const changes: GeneratedFileChange[] = [];
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

/** Files of the list that are no longer generated. One that was edited by hand is kept and reported. */
function staleFiles(wanted: ReadonlyMap<string, string>, { root, owned }: Project): GeneratedFileChange[] {
  return Object.entries(owned).flatMap(([path, hash]): GeneratedFileChange[] => {
    const content = wanted.has(path) ? undefined : readText(join(root, path));
    if (content === undefined) return [];
    if (hashOf(content) !== hash) throw errorOf(writeErrors, "generate/edited", { values: { path } });
    return [{ path, change: "removed", diff: lineDiff(content, "") }];
  });
}

/** The list in the default folder, when the project sets another folder now. */
function movedList({ root, folder }: Project): GeneratedFileChange[] {
  const path = ownedFilesPath();
  const content = path === ownedFilesPath(folder) ? undefined : readText(join(root, path));
  return content === undefined ? [] : [{ path, change: "removed", diff: lineDiff(content, "") }];
}

function apply(
  wanted: ReadonlyMap<string, string>,
  changes: readonly GeneratedFileChange[],
  { root, accept }: Pick<WriteFilesOptions, "root" | "accept">,
): void {
  const written = changes.filter(({ change }) => change !== "removed");
  const removed = changes.filter(({ change }) => change === "removed");
  const files = written.map(({ path }) => ({ path, content: wanted.get(path) ?? "" }));
  const stale = removed.map(({ path }) => path);
  orNotWritten(() => moveIn(root, files, { removed: stale, accept }));
}

/** Line ends count as those that are generated: git can turn them into CRLF when it checks files out. */
function readText(file: string): string | undefined {
  return orNotWritten(() => readIfThere(file)?.replaceAll("\r\n", "\n"));
}

function orNotWritten<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (isCapstanError(cause)) throw cause;
    const { message } = errorFrom(cause);
    const found = inTheWay(errorFrom(cause));
    const code = found === undefined ? "generate/write" : "generate/in-the-way";
    throw errorOf(writeErrors, code, { values: { problem: found ?? message }, cause });
  }
}
