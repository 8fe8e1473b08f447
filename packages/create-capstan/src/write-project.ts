// Puts a new project on disk, whole or not at all: it is written beside its place and moved in.
// Called by create.ts; a folder with something in it is refused.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { FileTree } from "./template.ts";

/** Why a folder cannot take a new project, with what to do; undefined when it can. A fresh git repository counts as empty. */
export async function folderProblem(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  try {
    const entries = (await readdir(folder)).filter((name) => name !== ".git");
    return entries.length === 0
      ? undefined
      : `"${folder}" is not empty (${entries.slice(0, 3).join(", ")}${entries.length > 3 ? ", ..." : ""}): name another folder`;
  } catch {
    return `"${folder}" is not a folder: name another`;
  }
}

/** Writes the files into `folder`, which `folderProblem` accepts; throws with what to do when the disk does not let it. */
export async function writeProject(folder: string, files: FileTree): Promise<void> {
  const staging = join(dirname(folder), `.${basename(folder)}.capstan-${process.pid}`);
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), content);
    }
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(staging)) await rename(join(staging, name), join(folder, name));
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`cannot write "${folder}" (${problem}): name another folder, or mend its permissions`, { cause });
  } finally {
    await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
}
