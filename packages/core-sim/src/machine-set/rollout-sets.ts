// Which MachineSet of a MachineDeployment has its template, and which are those of earlier ones.
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { byCreation } from "../creation-order.ts";
import { createdAt } from "../drafts.ts";
import { rolloutFields, templateChanges } from "./template-changes.ts";

/** The sets of a deployment. */
export interface RolloutSets {
  /** The set whose machines are up to date; undefined until it is created. */
  readonly current: MachineSet | undefined;
  readonly old: readonly MachineSet[];
}

/** Finds the set of the template. Of several, the one with the most machines counts; after the time in `rollout.after`, only those that were created after it. */
export function rolloutSets(deployment: MachineDeployment, sets: readonly MachineSet[], now: number): RolloutSets {
  const wanted = rolloutFields(deployment.spec.template);
  const after = expiredAfter(deployment, now);
  const fits = (set: MachineSet): boolean =>
    templateChanges(rolloutFields(set.spec.template), wanted).length === 0 &&
    (after === undefined || createdAt(set) >= after);
  const bySize = (one: MachineSet, other: MachineSet): number =>
    (other.spec.replicas ?? 0) - (one.spec.replicas ?? 0) || byCreation(one, other);
  const current = sets.toSorted(bySize).find(fits);
  return { current, old: sets.filter((set) => set !== current).toSorted(byCreation) };
}

/** The time in `rollout.after`, in milliseconds; undefined while it has not come. */
export function expiredAfter({ spec }: MachineDeployment, now: number): number | undefined {
  const { after } = spec.rollout ?? {};
  if (after === undefined) return undefined;
  const time = new Date(after).getTime();
  return time <= now ? time : undefined;
}
