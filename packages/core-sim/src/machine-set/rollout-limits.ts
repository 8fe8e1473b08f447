// How many machines a rollout may add and go without, and when a MachineDeployment is complete.
import type { MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";

/** A number of machines, or a share of them in percent. */
type Limit = number | string;

/** How many machines a deployment should have. */
export function wantedReplicas({ spec }: MachineDeployment): number {
  return spec.replicas ?? 1;
}

/** Whether machines are replaced by and by, as it is by default. */
export function isRollingUpdate({ spec }: MachineDeployment): boolean {
  return (spec.rollout?.strategy?.type ?? "RollingUpdate") === "RollingUpdate";
}

/** A string that is no share is rejected. */
function resolved(limit: Limit, of: number, round: (value: number) => number): number {
  if (typeof limit === "number") return limit;
  return limit.endsWith("%") ? round(((Number.parseInt(limit, 10) || 0) * of) / 100) : 0;
}

/** How many machines there may be beyond those that are wanted. */
export function maxSurge(deployment: MachineDeployment): number {
  if (!isRollingUpdate(deployment)) return 0;
  const { maxSurge: most = 1 } = deployment.spec.rollout?.strategy?.rollingUpdate ?? {};
  return resolved(most, wantedReplicas(deployment), Math.ceil);
}

/** How many of the machines that are wanted may be missing. Where no share makes a whole machine, one may be, since nothing would go on otherwise. */
export function maxUnavailable(deployment: MachineDeployment): number {
  const wanted = wantedReplicas(deployment);
  if (!isRollingUpdate(deployment) || wanted === 0) return 0;
  const { maxUnavailable: most = 0 } = deployment.spec.rollout?.strategy?.rollingUpdate ?? {};
  const least = resolved(most, wanted, Math.floor);
  return Math.min(wanted, least === 0 && maxSurge(deployment) === 0 ? 1 : least);
}

/** The counts in the statuses of sets. */
export interface SetCounts {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly upToDateReplicas?: number;
}

const counted = ["replicas", "readyReplicas", "availableReplicas", "upToDateReplicas"] as const;

/** The sums of the counts in the statuses of sets; without a field that no set reports. */
export function sumsOfSets(sets: readonly { readonly status?: SetCounts | undefined }[]): SetCounts {
  const sums: Partial<Record<(typeof counted)[number], number>> = {};
  for (const { status } of sets)
    for (const name of counted) {
      const value = status?.[name];
      if (value !== undefined) sums[name] = (sums[name] ?? 0) + value;
    }
  return sums;
}

/** Whether all machines that are wanted are available and up to date, and there are no others. */
export function isComplete(deployment: MachineDeployment, sets: readonly MachineSet[]): boolean {
  const { replicas = 0, upToDateReplicas = 0, availableReplicas = 0 } = sumsOfSets(sets);
  const { observedGeneration = 0 } = deployment.status ?? {};
  const wanted = wantedReplicas(deployment);
  return (
    [replicas, upToDateReplicas, availableReplicas].every((count) => count === wanted) &&
    observedGeneration >= (deployment.metadata.generation ?? 0)
  );
}
