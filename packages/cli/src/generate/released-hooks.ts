// The lock of released hooks in a project: read with its sources, and written by a release.
import { join } from "node:path";
import { checkReleased, type ReleasedHooks } from "@capstan/generator-hooks";
import type { TypeModel } from "@capstan/generator-model";
import { readIfThere } from "@capstan/generator-model/files";
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
  /** The version of the release that is being made, if one is. */
  readonly release?: string | undefined;
}

/** Checks the hooks of a model against the project's lock. */
export function releasedHooks(model: TypeModel, { root, projectName, release }: HookProject): CheckedHooks {
  const before = readIfThere(join(root, hookLockFile));
  const today = new Date().toISOString().slice(0, 10);
  const document = hookDocument(projectName);
  return { before, ...checkReleased(model, { file: hookLockFile, content: before, release, today, document }) };
}
