// Makes `ctx.once` of a pass.
import { Cluster } from "@capstan/api/core/v1beta2";
import { errorOf, keyOf, type KubeObject, millisecondsOf } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Once, OnceCalls } from "../authoring/once.ts";
import { kitErrors } from "../kit-errors.ts";
import type { PassDeps } from "../workflow/pass-deps.ts";
import { reasonForPause } from "../workflow/pause.ts";
import { NoteStore } from "./note-store.ts";
import { OnceThing } from "./once-thing.ts";
import { findStored } from "../workflow/write-latest.ts";

/** The pass that `ctx.once` belongs to. */
export interface OnceSource {
  readonly controller: Pick<ControllerDefinition, "resource" | "pool">;
  readonly deps: Pick<PassDeps, "client" | "assertLeader" | "sightings">;
  readonly object: KubeObject;
  readonly cluster: Cluster | undefined;
  readonly signal: AbortSignal;
  readonly lookAgain: (ms: number) => void;
}

/** Ends a pass whose object was paused after the pass began. */
export class PausedMeanwhile extends Error {
  override readonly name = "PausedMeanwhile";
}

/** A part of the name of an annotation. */
const nameForm = /^[a-z0-9](?:[-a-z0-9]{0,38}[a-z0-9])?$/;

/** Creates the function. */
export function onceOf(source: OnceSource): <T>(name: string, calls: OnceCalls<T>) => Once<T> {
  const stores = new Map<string, NoteStore>();
  return (name, calls) => {
    const { controller, deps, object, signal, lookAgain } = source;
    if (!nameForm.test(name)) throw errorOf(kitErrors, "once/name", { values: { name } });
    const settleMs = millisecondsOf(calls.settle ?? "10s") ?? -1;
    if (settleMs < 0) throw errorOf(kitErrors, "once/settle", { values: { name, settle: String(calls.settle) } });
    const { resource, pool } = controller;
    const annotation = `${(pool ?? resource).group}/once-${name}`;
    // What the pass has written is known to the next call of the same name.
    const store = stores.get(name) ?? new NoteStore({ client: deps.client, resource, object, annotation });
    stores.set(name, store);
    const { sightings, assertLeader } = deps;
    const pass = { signal, sightings, assertLeader, lookAgain, checkPause: () => checkPause(source) };
    return new OnceThing({ object, name, calls, settleMs, store, pass });
  };
}

/** Reads from the API server: the cache may not have the pause of a move yet, and after a move the Cluster does not exist. */
async function checkPause({ deps, object, cluster }: OnceSource): Promise<void> {
  if (cluster === undefined) return;
  const live = await findStored(deps.client, Cluster, keyOf(cluster));
  const reason = live === undefined ? "the Cluster does not exist" : reasonForPause(object, live);
  if (reason !== undefined) throw new PausedMeanwhile(reason);
}
