// The status of a Deployment: counts of its processes and availability.
import type { Deployment } from "@capstan/kube/builtin";
import type { Workload } from "./workload.ts";

type Status = NonNullable<Deployment["status"]>;

/** The state of the process; undefined when no replica is wanted. */
export type Observed = Pick<Workload, "pid" | "ready" | "problem"> | undefined;

/** The status to write; undefined when it is unchanged. */
export function deploymentStatus(deployment: Deployment, observed: Observed): Status | undefined {
  const wanted = (deployment.spec?.replicas ?? 1) > 0;
  const ready = observed?.ready === true ? 1 : 0;
  const available = !wanted || ready === 1;
  const counts = {
    replicas: observed?.pid === undefined ? 0 : 1,
    updatedReplicas: ready,
    readyReplicas: ready,
    availableReplicas: ready,
  };
  const observedGeneration = deployment.metadata.generation;
  const message = available
    ? wanted
      ? "the process is ready"
      : "no process is wanted"
    : (observed?.problem ?? "the process is not ready yet");
  const present = deployment.status;
  const condition = present?.conditions?.find(({ type }) => type === "Available");
  const status = available ? "True" : "False";
  const same =
    condition?.status === status &&
    condition.message === message &&
    present?.observedGeneration === observedGeneration &&
    // Object.entries forgets the names of the keys.
    Object.entries(counts).every(([name, count]) => present?.[name as keyof typeof counts] === count);
  if (same) return undefined;
  const now = new Date().toISOString();
  const lastTransitionTime = condition?.status === status ? (condition.lastTransitionTime ?? now) : now;
  const reason = available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable";
  return {
    ...counts,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    conditions: [{ type: "Available", status, reason, message, lastUpdateTime: now, lastTransitionTime }],
  };
}
