// Core's Cluster controller, in its order: finalizer, Paused, infrastructure, control plane, deletion, status.
import { Cluster } from "@capstan/api/core/v1beta2";
import { addFinalizer, isControlPlaneMachine, isDeleting } from "@capstan/contract";
import { deepClone } from "@capstan/kube";
import { mark, markPaused, pauseReason } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import { deleteCluster } from "./delete-cluster.ts";
import { reconcileInfrastructure } from "./infrastructure.ts";

const finalizer = "cluster.cluster.x-k8s.io";

/** One pass over a Cluster. */
export async function reconcileCluster(cluster: Cluster, context: SimContext): Promise<void> {
  const draft = deepClone(cluster);
  if (addFinalizer(draft, finalizer)) return context.writer.save(Cluster, cluster, draft);
  if (markPaused(draft, pauseReason(cluster, cluster))) return context.writer.save(Cluster, cluster, draft);
  const infrastructure = await reconcileInfrastructure(draft, context);
  await controlPlaneInitialized(draft, context);
  if (isDeleting(cluster)) await deleteCluster(draft, { context, infrastructure, finalizer });
  setPhase(draft, infrastructure !== undefined);
  await context.writer.save(Cluster, cluster, draft);
}

/** Without a control plane object the first control-plane Machine with a Node decides, for good. */
async function controlPlaneInitialized(draft: Cluster, { world }: SimContext): Promise<void> {
  const known = draft.status?.initialization?.controlPlaneInitialized === true;
  const initialized =
    known ||
    (await world.machines(draft)).some(
      (machine) => isControlPlaneMachine(machine) && machine.status?.nodeRef !== undefined,
    );
  if (initialized)
    draft.status = {
      ...draft.status,
      initialization: { ...draft.status?.initialization, controlPlaneInitialized: true },
    };
  mark(draft, {
    type: "ControlPlaneInitialized",
    status: initialized ? "True" : "False",
    reason: initialized ? "Initialized" : "NotInitialized",
    message: initialized ? "" : "Waiting for the first control plane machine to have status.nodeRef set",
  });
}

function setPhase(draft: Cluster, hasInfrastructure: boolean): void {
  const endpoint = draft.spec.controlPlaneEndpoint;
  const provisioned = draft.status?.initialization?.infrastructureProvisioned === true;
  const phase = isDeleting(draft)
    ? "Deleting"
    : provisioned && endpoint?.host !== undefined && endpoint.port !== undefined
      ? "Provisioned"
      : hasInfrastructure || draft.spec.infrastructureRef !== undefined
        ? "Provisioning"
        : "Pending";
  draft.status = {
    ...draft.status,
    phase,
    ...(draft.metadata.generation === undefined ? {} : { observedGeneration: draft.metadata.generation }),
  };
}
