// The pause check. It runs before the delete branch: `clusterctl move` deletes the objects of a paused Cluster while their
// infrastructure stays in use, and a controller that deleted it would destroy live machines.
import { Cluster } from "@capstan/api/core/v1beta2";
import { annotations, isMoved, pauseReasons } from "@capstan/contract";
import { type ConditionChange, conditionAt } from "@capstan/contract/conditions";
import { type KubeObject, deepClone, keyOf } from "@capstan/kube";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { KindShape } from "./kind-shape.ts";
import type { PassDeps } from "./pass-deps.ts";
import { patchConditions } from "./patch-conditions.ts";
import { writeCondition } from "./condition-writer.ts";
import { findStored } from "./write-latest.ts";

/** Why an object is paused, every reason; undefined when it is not. `byAnnotation` is a Cluster whose paused annotation counts. */
export function reasonForPause(
  object: KubeObject,
  cluster: Cluster | undefined,
  byAnnotation?: Cluster,
): string | undefined {
  const reasons = pauseReasons(cluster, object);
  if (byAnnotation !== undefined) reasons.push(...pauseReasons(undefined, byAnnotation));
  // A move replaces all annotations of the source object with this one, so it is the only sign of the pause that is left.
  if (isMoved(object)) reasons.push(`${object.kind} has the ${annotations.deleteForMove} annotation`);
  return reasons.length === 0 ? undefined : reasons.join(", ");
}

/** The Paused condition. */
export function pausedCondition(reason: string | undefined): ConditionChange {
  return reason === undefined
    ? { type: "Paused", status: "False", reason: "NotPaused", severity: "" }
    : { type: "Paused", status: "True", reason: "Paused", message: reason };
}

/** The part of a pass that the pause check needs. */
export interface PauseInput {
  readonly controller: Pick<ControllerDefinition, "resource">;
  readonly deps: PassDeps;
  readonly shape: KindShape;
  readonly object: KubeObject;
  readonly deleting: boolean;
  /** Whether the paused annotation of the Cluster pauses the object, too. */
  readonly isPausedByAnnotation?: boolean;
}

/** Records whether the object is paused; undefined when the pass continues. */
export async function recordPause(
  pass: PauseInput,
  cached: Cluster | undefined,
): Promise<"paused" | "pause-recorded" | undefined> {
  const cluster = await freshCluster(pass, cached);
  const reason = reasonForPause(pass.object, cluster, pass.isPausedByAnnotation === true ? cluster : undefined);
  const recorded = await record(pass, reason);
  if (reason !== undefined) return "paused";
  return recorded ? "pause-recorded" : undefined;
}

/**
 * The cached Cluster, or for a deletion the one of the API server: the cache may not have the pause yet, and a live machine must not be
 * deleted. A deleted Cluster does not pause its objects.
 */
async function freshCluster({ deps, deleting }: PauseInput, cached: Cluster | undefined): Promise<Cluster | undefined> {
  return deleting && cached !== undefined ? findStored(deps.client, Cluster, keyOf(cached)) : cached;
}

/** Whether the condition was written and kept. The server drops it for a kind without conditions, and then the pass continues. */
async function record({ controller, deps, shape, object }: PauseInput, reason: string | undefined): Promise<boolean> {
  const change = pausedCondition(reason);
  const place = shape.conditions;
  const before = conditionAt(object, place, change.type);
  // Only a generation that is outdated does not end the pass: its end writes that.
  if (reason === undefined && before?.status === change.status) return false;
  const after = deepClone(object);
  writeCondition(after, place, change);
  const owned = new Set([change.type]);
  const written = await patchConditions(deps.client, controller.resource, { before: object, after, place, owned });
  return conditionAt(written, place, change.type)?.status === change.status;
}
