// The status of a MachinePool: its phase, and the numbers of its Machines. For pools without Machines core takes the numbers over from the infrastructure.
import type { Machine, MachinePool, MachinePoolPhase, StatusVersion } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { countMachines, countVersions, observedGenerationOf, setVersions } from "../machine-counts.ts";

/** Sets phase, numbers and versions on the draft. Without Machines, the versions are those of its Nodes. */
export function setPoolStatus(draft: MachinePool, machines: readonly Machine[], ofNodes: StatusVersion[]): void {
  const counts = machines.length === 0 ? reportedCounts(draft) : machineCounts(machines);
  draft.status = { ...draft.status, ...counts, phase: phaseOf(draft), ...observedGenerationOf(draft) };
  setVersions(draft.status, machines.length === 0 ? ofNodes : countVersions(machines));
}

type Counts = Pick<NonNullable<MachinePool["status"]>, "readyReplicas" | "availableReplicas" | "upToDateReplicas">;

function machineCounts(machines: readonly Machine[]): Counts {
  const { readyReplicas, availableReplicas, upToDateReplicas } = countMachines(machines);
  return { readyReplicas, availableReplicas, upToDateReplicas };
}

function reportedCounts({ spec, status }: MachinePool): Counts {
  const { replicas } = status ?? {};
  return {
    ...(replicas === undefined ? {} : { readyReplicas: replicas, availableReplicas: replicas }),
    ...(spec.replicas === undefined ? {} : { upToDateReplicas: spec.replicas }),
  };
}

const autoscaled = "cluster.x-k8s.io/replicas-managed-by";

/** In core's order: the last phase that applies. */
function phaseOf(draft: MachinePool): MachinePoolPhase {
  if (isDeleting(draft)) return "Deleting";
  const { initialization, phase = "Pending", deprecated } = draft.status ?? {};
  if (initialization?.infrastructureProvisioned !== true)
    return initialization?.bootstrapDataSecretCreated === true ? "Provisioning" : phase;
  const { replicas = 1 } = draft.spec;
  const ready = deprecated?.v1beta1?.readyReplicas ?? 0;
  if (replicas === ready) return "Running";
  // An autoscaler decides in which direction.
  if (draft.metadata.annotations?.[autoscaled] !== undefined) return "Scaling";
  return replicas > ready ? "ScalingUp" : "ScalingDown";
}
