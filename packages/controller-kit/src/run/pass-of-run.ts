// What a pass gets of the reconcile that runs it.
import type { ObjectKey } from "@capstan/kube";
import type { ReconcileContext } from "@capstan/operator";
import type { PassDeps, PassInput } from "../workflow/pass-deps.ts";
import { cacheFirst } from "../workflow/reader.ts";

/** The object of a pass. The signal is created when the pass first uses it. */
export function inputOf(key: ObjectKey, run: ReconcileContext): PassInput {
  return {
    key,
    get signal() {
      return run.signal;
    },
    get isAborted() {
      return run.isAborted;
    },
  };
}

/** What a pass works with of the reconcile. */
export function depsOf(
  run: ReconcileContext,
  namespaces: readonly string[] | undefined,
): Pick<PassDeps, "client" | "reader" | "events" | "log" | "assertLeader" | "guarded"> {
  const { client, cache, events, log } = run;
  return {
    client,
    reader: cacheFirst(cache, client, namespaces),
    events,
    log,
    assertLeader: () => run.assertLeader(),
    guarded: (other) => run.guarded(other),
  };
}
