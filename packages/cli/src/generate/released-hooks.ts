// The lock of released hooks in a project: read with its sources, and written by a release. A generated file marks a project that has one, so that
// a lock that was deleted is found.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkReleased, hookDiagnostics, type ReleasedHooks, type ReleaseOptions } from "@capstan/generator-hooks";
import type { TypeModel } from "@capstan/generator-model";
import { type GeneratedFile, readIfThere } from "@capstan/generator-model/files";
import { diagnose, errorFrom } from "@capstan/kube";
import type { GenerateFolders } from "../config/generate-config.ts";
import { hookDocument } from "./emit-all.ts";

/** The lock, relative to the project. */
export const hookLockFile = "hooks.lock";

/** The lock as it was read, and what it means for the hooks of the project. */
export interface CheckedHooks extends ReleasedHooks {
  readonly before: string | undefined;
}

/** The project whose hooks are checked. */
export interface HookProject {
  readonly root: string;
  readonly projectName: string;
  readonly folders: GenerateFolders;
  /** The version of the release that is being made, if one is. */
  readonly release?: string | undefined;
}

/** Checks the hooks of a model against the project's lock. */
export function releasedHooks(model: TypeModel, project: HookProject): CheckedHooks {
  const { root, projectName, folders, release } = project;
  const read = readLockFile(root);
  if ("problem" in read) {
    const values = { file: hookLockFile, problem: read.problem };
    return { before: undefined, diagnostics: [diagnose(hookDiagnostics, "hooks/lock", { values })] };
  }
  const { content } = read;
  const mark = markOf(folders);
  const options: ReleaseOptions = {
    file: hookLockFile,
    content,
    ...(existsSync(join(root, mark)) ? { mark } : {}),
    release,
    today: new Date().toISOString().slice(0, 10),
    document: hookDocument(projectName),
  };
  return { before: content, ...checkReleased(model, options) };
}

/** The generated file that marks a project with released hooks, if it has any. */
export function releaseMark({ since }: CheckedHooks, folders: GenerateFolders): readonly GeneratedFile[] {
  const mark = { lock: hookLockFile, since };
  return since === undefined ? [] : [{ path: markOf(folders), content: `${JSON.stringify(mark, null, 2)}\n` }];
}

function markOf({ out }: GenerateFolders): string {
  return `${out}/openapi/released-hooks.json`;
}

/** The content of the lock, undefined where there is none; or why it cannot be read: it may be a folder or a pipe. */
function readLockFile(root: string): { readonly content: string | undefined } | { readonly problem: string } {
  try {
    return { content: readIfThere(join(root, hookLockFile)) };
  } catch (error) {
    return { problem: errorFrom(error).message.replace(`"${join(root, hookLockFile)}"`, "it") };
  }
}
