// The Machine controller: finalizer, Paused, owner and labels, bootstrap, infrastructure, Node, status.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { addFinalizer, ensureOwner, isDeleting, labels, ownerReferenceTo } from "@capstan/contract";
import { controllerOf } from "@capstan/kube";
import { markPaused, pauseReason } from "../conditions.ts";
import { draftOf } from "../drafts.ts";
import { unreadableVersion } from "../kubernetes-version.ts";
import type { SimContext } from "../writer.ts";
import { reconcileBootstrap } from "./bootstrap.ts";
import { deleteMachine } from "./delete-machine.ts";
import { reconcileInfraMachine } from "./infrastructure.ts";
import { reconcileNode } from "./node.ts";
import { machineFinalizer } from "./machine-object.ts";
import { setMachineStatus } from "./status.ts";

/** One reconcile of a Machine. */
export async function reconcileMachine(machine: Machine, context: SimContext): Promise<void> {
  const cluster = await context.reader.cluster(machine, machine.spec.clusterName);
  if (cluster === undefined) return;
  const draft = draftOf(machine, context);
  if (addFinalizer(draft, machineFinalizer)) {
    // At once: what the Machine will claim must not exist without it.
    await context.writer.send(Machine, machine, draft);
    return;
  }
  if (markPaused(draft, pauseReason(machine, cluster))) return context.writer.save(Machine, machine, draft);
  if (!isDeleting(machine)) claim(draft, cluster);
  if (isRejected(machine)) return context.writer.save(Machine, machine, draft);
  const work = { draft, cluster, context };
  const bootstrap = await reconcileBootstrap(work);
  const infrastructure = await reconcileInfraMachine(work);
  const node = await reconcileNode(work, infrastructure);
  if (isDeleting(machine)) await deleteMachine(draft, { cluster, infrastructure, bootstrap, node, context });
  await setMachineStatus(draft, context);
  await context.writer.save(Machine, machine, draft);
}

/** Whether its webhook would have rejected a new Machine for its version. It changes nothing of one that has its infrastructure. */
function isRejected(machine: Machine): boolean {
  const { initialization } = machine.status ?? {};
  const isNew = !isDeleting(machine) && initialization?.infrastructureProvisioned !== true;
  return isNew && unreadableVersion(machine.spec.version) !== undefined;
}

/** The Cluster owns a Machine that no set created. */
function claim(draft: Machine, cluster: Cluster): void {
  draft.metadata.labels = { ...draft.metadata.labels, [labels.clusterName]: draft.spec.clusterName };
  if (controllerOf(draft) === undefined) ensureOwner(draft, ownerReferenceTo(cluster));
}
