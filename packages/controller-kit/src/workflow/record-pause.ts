// Writes the Paused condition as soon as it changes, and says whether the pass ends with it.
import { Cluster } from "@capstan/api/core/v1beta2";
import { conditionsAt, setCondition } from "@capstan/contract";
import { deepClone, keyOf, type KubeObject } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { KindShape } from "./kind-shape.ts";
import type { PassDeps } from "./pass-deps.ts";
import { patchConditions } from "./patch-conditions.ts";
import { pausedCondition, pauseReason } from "./pause.ts";

/** The part of a pass that the pause check needs. */
export interface PauseInput {
  readonly controller: ControllerDefinition;
  readonly deps: PassDeps;
  readonly shape: KindShape;
  readonly object: KubeObject;
  readonly deleting: boolean;
}

/** Records whether the object is paused; undefined when the pass goes on. */
export async function recordPause(
  pass: PauseInput,
  cached: Cluster | undefined,
): Promise<"paused" | "pause-recorded" | undefined> {
  const reason = pauseReason(pass.object, await freshCluster(pass, cached));
  const recorded = await record(pass, reason);
  if (reason !== undefined) return "paused";
  return recorded ? "pause-recorded" : undefined;
}

/**
 * The Cluster as the cache has it, or for a deletion as the API server has it: a pause that the cache has not seen yet must
 * not cost a live machine. A Cluster that is gone pauses nothing.
 */
async function freshCluster({ deps, deleting }: PauseInput, cached: Cluster | undefined): Promise<Cluster | undefined> {
  return deleting && cached !== undefined ? deps.client.find(Cluster, keyOf(cached)) : cached;
}

/** Whether the condition had to be written and was kept; a kind whose schema has no conditions drops it, and goes on. */
async function record({ controller, deps, shape, object }: PauseInput, reason: string | undefined): Promise<boolean> {
  const change = pausedCondition(reason);
  const before = conditionsAt(object, shape.conditions).find((one) => one.type === change.type);
  if (before?.status === change.status && (before.message ?? "") === (change.message ?? "")) return false;
  const draft = deepClone(object);
  setCondition(draft, shape.conditions, change);
  const conditions = conditionsAt(draft, shape.conditions).filter((one) => one.type === change.type);
  const written = await patchConditions(deps.client, controller.resource, {
    base: object,
    place: shape.conditions,
    conditions,
  });
  return conditionsAt(written, shape.conditions).some(
    (one) => one.type === change.type && one.status === change.status,
  );
}
