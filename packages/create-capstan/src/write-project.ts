// Writes a new project, whole or not at all: it is first written beside its place and then moved in.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileTree } from "./template.ts";

/** Why a new project cannot be created in a folder, with what to do; undefined when it can. A new git repository counts as empty. */
export async function folderProblem(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    const entries = (await readdir(folder)).filter((name) => name !== ".git");
    return entries.length === 0
      ? undefined
      : `"${folder}" is not empty (${entries.slice(0, 3).join(", ")}${entries.length > 3 ? ", ..." : ""}): name another folder`;
  } catch {
    return `"${folder}" is not a folder: name another folder`;
  }
}

/** Writes the files into `folder`, which `folderProblem` accepts; throws with what to do when that fails. */
export async function writeProject(folder: string, files: FileTree): Promise<void> {
  const staging = join(dirname(folder), `.${basename(folder)}.capstan-${process.pid}`);
  try {
    for (const [path, content] of Object.entries(files)) {
      await createFolder(dirname(join(staging, path)));
      await writeFile(join(staging, path), content);
    }
    await createFolder(folder);
    for (const name of await readdir(staging)) await rename(join(staging, name), join(folder, name));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot write "${folder}" (${problem}): name another folder, or correct its permissions`, {
      cause,
    });
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Creates a folder and those above it, one by one: below /proc, Node's own recursive mkdir never returns. */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await createFolder(dirname(folder));
  await mkdir(folder);
}
