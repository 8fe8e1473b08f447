// Writes a new project, whole or not at all: it is first written beside its place and then moved in. In a shared folder, others can see
// this process start and create files before it does: nothing of theirs is used.
import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileTree } from "./template.ts";

/** Where a project can be created. */
export interface ProjectPlace {
  readonly folder: string;
  /** The folders that do not exist yet, from the outermost to the project's; without any, there is an empty folder. */
  readonly missing: readonly string[];
}

/** Throws with what to do when a new project cannot be created in a folder. A new git repository counts as empty. */
export async function findPlace(folder: string, cwd: string): Promise<ProjectPlace> {
  const missing = missingFolders(folder);
  const [first] = missing;
  const existing = first === undefined ? folder : dirname(first);
  const problem =
    (missing.length > 0 ? undefined : ((await contentProblem(folder)) ?? shared(folder))) ??
    ownerProblem(existing, cwd);
  if (problem !== undefined) throw new Error(`${problem}: name another folder`);
  return { folder, missing };
}

/** The folder and those around it that do not exist, from the outermost on. */
function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

async function contentProblem(folder: string): Promise<string | undefined> {
  try {
    const entries = (await readdir(folder)).filter((name) => name !== ".git");
    return entries.length === 0
      ? undefined
      : `"${folder}" is not empty (${entries.slice(0, 3).join(", ")}${entries.length > 3 ? ", ..." : ""})`;
  } catch {
    return `"${folder}" is not a folder`;
  }
}

/**
 * Who owns the folder, one above it, or a link on the way to it, could change the project or put another one in its place. The owner of the current folder is trusted, as with
 * a mounted one, and what is above that is no choice of this command.
 */
function ownerProblem(folder: string, cwd: string): string | undefined {
  const user = process.getuid?.();
  const trusted = new Set([user, 0, statSync(cwd).uid]);
  const given = new Set(withFoldersAbove(realpathSync(cwd)));
  const foreign = [...withFoldersAbove(folder), ...withFoldersAbove(realpathSync(folder))]
    .filter((path) => !given.has(path))
    .find((path) => !trusted.has(lstatSync(path).uid));
  return user === undefined || foreign === undefined
    ? undefined
    : `"${foreign}" belongs to the user ${lstatSync(foreign).uid}`;
}

function withFoldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...withFoldersAbove(above)];
}

/** Sticky and writable by all, as /tmp is. */
const sharedMode = 0o1002;

function shared(folder: string): string | undefined {
  return (statSync(folder).mode & sharedMode) === sharedMode
    ? `every user of this computer may put files into "${folder}"`
    : undefined;
}

/** Writes the files; throws with what to do when that fails. */
export async function writeProject({ folder, missing }: ProjectPlace, files: FileTree): Promise<void> {
  let staging: string | undefined;
  try {
    // Not those that others have created since. One by one: below /proc, Node's own recursive mkdir never returns.
    for (const parent of missing.slice(0, -1)) await mkdir(parent);
    // A folder of this user alone, with a name that nobody can guess.
    staging = await mkdtemp(join(dirname(folder), `.${basename(folder)}.capstan-`));
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), content);
    }
    if (missing.length > 0) await mkdir(folder);
    const names = new Set(Object.keys(files).map((path) => path.split("/", 1).join()));
    for (const name of names) await rename(join(staging, name), join(folder, name));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot write "${folder}" (${problem}): name another folder, or correct its permissions`, {
      cause,
    });
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}
