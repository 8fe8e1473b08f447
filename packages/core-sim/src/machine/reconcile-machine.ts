// Core's Machine controller, in its order: finalizer, Paused, owner and labels, bootstrap, infrastructure, Node, status.
// Called by core-sim.ts once a step for each Machine; the phases are the files beside it.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { addFinalizer, ensureOwner, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import type { SimContext } from "../sim-context.ts";
import { reconcileBootstrap } from "./bootstrap.ts";
import { deleteMachine } from "./delete-machine.ts";
import { reconcileInfrastructure } from "./infrastructure.ts";
import { reconcileNode } from "./node.ts";
import { setMachineStatus } from "./status.ts";

const finalizer = "machine.cluster.x-k8s.io";

/** One pass over a Machine. */
export async function reconcileMachine(machine: Machine, context: SimContext): Promise<void> {
  const cluster = await context.world.client.find(Cluster, {
    namespace: keyOf(machine).namespace,
    name: machine.spec.clusterName,
  });
  if (cluster === undefined) return;
  const draft = deepClone(machine);
  if (addFinalizer(draft, finalizer)) return context.writer.save(Machine, machine, draft);
  if (markPaused(draft, pauseReason(machine, cluster))) return context.writer.save(Machine, machine, draft);
  if (!isDeleting(machine)) claim(draft, cluster);
  reconcileBootstrap(draft);
  const infrastructure = await reconcileInfrastructure(draft, context);
  const node = await reconcileNode(draft, cluster, context);
  if (isDeleting(machine)) await deleteMachine(draft, { cluster, infrastructure, node, context, finalizer });
  setMachineStatus(draft);
  await context.writer.save(Machine, machine, draft);
}

/** A Machine that no set made belongs to its Cluster. */
function claim(draft: Machine, cluster: Cluster): void {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  const managed = (draft.metadata.ownerReferences ?? []).some((owner) => owner.controller === true);
  if (!managed) ensureOwner(draft, ownerReferenceTo(cluster));
}
