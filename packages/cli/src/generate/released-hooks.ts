// The lock of released hooks in a project: read with its sources, and written by a release.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkReleased, type ReleasedHooks } from "@capstan/generator-hooks";
import type { TypeModel } from "@capstan/generator-model";
import type { Diagnostic } from "@capstan/kube";
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

/** Rule 2 of the Runtime SDK: a released hook has conversions between its versions. A project without releases, such as one that imports the hooks of others, needs none. */
export function withRequiredConversions(
  diagnostics: readonly Diagnostic[],
  { before, content }: CheckedHooks,
): readonly Diagnostic[] {
  const isReleased = before !== undefined || content !== undefined;
  return diagnostics.flatMap((each): readonly Diagnostic[] => {
    if (each.code !== "conversion/no-hook-conversion") return [each];
    return isReleased ? [{ ...each, severity: "error" }] : [];
  });
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (caught) {
    if (caught instanceof Error && "code" in caught && caught.code === "ENOENT") return undefined;
    throw caught;
  }
}
