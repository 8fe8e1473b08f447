// The changes between two sets of hooks, and what they mean for extensions that were written for the first.
import { deepEqual } from "@capstan/kube";
import type { HookBehavior, HookSet, HookShape, HookSide, SchemaChange } from "./hook-set.ts";
import { schemaChanges } from "./schema-changes.ts";

/** A change of a hook, of its request or of its response. */
export interface HookChange extends SchemaChange {
  /** `<group>/<version>/<name>`. */
  readonly hook: string;
  /** Undefined where the hook as a whole changes. */
  readonly side?: HookSide;
}

/**
 * The changes of hooks that are in the first set. A hook that is new breaks nobody. One that is removed is an error here; whether
 * its time of support is over is known by the lock of a project.
 */
export function hookChanges(before: HookSet, after: HookSet): readonly HookChange[] {
  return Object.entries(before.hooks).flatMap(([hook, was]): readonly HookChange[] => {
    const is = Object.hasOwn(after.hooks, hook) ? after.hooks[hook] : undefined;
    if (is === undefined) return [{ hook, severity: "error", path: "", problem: "the hook is removed" }];
    const ofSide = (side: HookSide): HookChange[] =>
      schemaChanges(
        { schema: was[side], schemas: before.schemas },
        { schema: is[side], schemas: after.schemas },
        side,
      ).map((change) => ({ ...change, hook, side }));
    return [...behaviorChanges(hook, was, is), ...ofSide("request"), ...ofSide("response")];
  });
}

const behaviors: Readonly<Record<keyof HookBehavior, string>> = {
  blocking: "whether an answer may delay the caller changes",
  singleton: "whether its path has the name of a handler changes",
  handlers: "which handlers are called changes",
};

function behaviorChanges(hook: string, { behavior: was }: HookShape, { behavior: is }: HookShape): HookChange[] {
  if (was === undefined || is === undefined || deepEqual(was, is)) return [];
  const names = ["blocking", "singleton", "handlers"] as const;
  return names
    .filter((name) => was[name] !== is[name])
    .map((name) => ({
      hook,
      severity: "error",
      path: "",
      problem: `${behaviors[name]}: ${was[name]}, now ${is[name]}`,
    }));
}
