// The sizes of the sets of a MachineDeployment whose rollouts are paused: only its own size changes them.
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { byCreation } from "../creation-order.ts";
import { isRollingUpdate, maxSurge, wantedReplicas } from "./rollout-limits.ts";
import type { PlannedSizes } from "./rollout-plan.ts";
import type { RolloutSets } from "./rollout-sets.ts";

/** The sizes that change, by the names of sets. */
export function pausedSizes(deployment: MachineDeployment, { current, old }: RolloutSets): PlannedSizes {
  const wanted = wantedReplicas(deployment);
  const all = current === undefined ? old : [...old, current];
  const active = all.filter((set) => sizeOf(set) > 0);
  const [only] = active.length === 0 ? [current ?? old.at(-1)] : active;
  if (only === undefined) return new Map();
  if (active.length <= 1) return new Map([[keyOf(only).name, wanted]]);
  if (current !== undefined && isSaturated(current, wanted))
    return new Map(old.filter((set) => sizeOf(set) > 0).map((set) => [keyOf(set).name, 0]));
  if (!isRollingUpdate(deployment)) return new Map();
  return shared(active, { wanted, most: wanted === 0 ? 0 : wanted + maxSurge(deployment) });
}

/** Whether a set has all machines, and all of them are available. */
function isSaturated(set: MachineSet, wanted: number): boolean {
  return sizeOf(set) === wanted && (set.status?.availableReplicas ?? 0) === wanted;
}

/**
 * All are changed in proportion to the size that the deployment had when they were changed before. As core has noted its new size on every set by then, that is no change, and the largest
 * set gets the whole difference; to zero, all go.
 */
function shared(
  active: readonly MachineSet[],
  { wanted, most }: { readonly wanted: number; readonly most: number },
): PlannedSizes {
  if (wanted === 0) return new Map(active.map((set) => [keyOf(set).name, 0]));
  const added = most - active.reduce((sum, set) => sum + sizeOf(set), 0);
  // Of sets of one size a new one grows, and an old one shrinks.
  const byAge = added > 0 ? -1 : 1;
  const [largest] = active.toSorted((one, other) => sizeOf(other) - sizeOf(one) || byAge * byCreation(one, other));
  return largest === undefined || added === 0
    ? new Map()
    : new Map([[keyOf(largest).name, Math.max(0, sizeOf(largest) + added)]]);
}

function sizeOf({ spec }: MachineSet): number {
  return spec.replicas ?? 0;
}
