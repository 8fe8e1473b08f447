// The status of a MachinePool: its phase, and the numbers of machines, which core takes over from the infrastructure for pools without Machines.
import type { MachinePool, MachinePoolPhase } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { observedGenerationOf } from "../machine-counts.ts";

/** Sets phase and numbers on the draft. */
export function setPoolStatus(draft: MachinePool): void {
  const { replicas } = draft.status ?? {};
  const counted = replicas === undefined ? {} : { readyReplicas: replicas, availableReplicas: replicas };
  const wanted = draft.spec.replicas === undefined ? {} : { upToDateReplicas: draft.spec.replicas };
  draft.status = { ...draft.status, ...counted, ...wanted, phase: phaseOf(draft), ...observedGenerationOf(draft) };
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
