// Plays Nodes: each Machine with infrastructure and bootstrap data becomes a ready Node in the API server of its cluster. Clusters whose kubeconfig
// somebody else made are left alone: their Nodes are real, or played by a provider.
import { Cluster, type Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import type { SimController } from "../controllers.ts";
import { inParallel } from "../in-parallel.ts";
import { syncedNode, syncedPoolNode } from "../machine/synced-node.ts";
import type { SimContext } from "../writer.ts";
import { ensureKubeconfig, findKubeconfig } from "./kubeconfig.ts";
import { nodeOfMachine, nodeOfPool } from "./node-objects.ts";
import type { Workloads } from "./play-options.ts";
import { isBooted, isPlayed, mayJoin } from "./played-objects.ts";

/** The controller of Nodes. It knows which clusters it has used, and removes what the caller keeps for those that are deleted. */
export function nodesController(workloads: Workloads): SimController {
  const used = new Map<string, ObjectKey>();
  return async (context, errors) => {
    const clusters = await context.reader.lists.list(Cluster);
    for (const cluster of clusters) {
      const key = keyOf(cluster);
      const reconcile = async (): Promise<void> => {
        if (await reconcileNodes(cluster, workloads, context)) used.set(cluster.metadata.uid ?? "", key);
      };
      await errors.keep(`Nodes of Cluster ${formatKey(key)}`, reconcile);
    }
    const left = new Set(clusters.map(({ metadata }) => metadata.uid));
    for (const [uid, key] of used) {
      if (left.has(uid)) continue;
      used.delete(uid);
      context.reader.forgetWorkload(key);
      await workloads.remove(key);
    }
  };
}

/** Returns whether the Nodes of the Cluster are played. */
async function reconcileNodes(cluster: Cluster, workloads: Workloads, context: SimContext): Promise<boolean> {
  const machines = await context.reader.machines(cluster);
  if (!isDeleting(cluster)) await serveStandalone(cluster, machines, { workloads, context });
  const secret = await findKubeconfig(cluster, context);
  if (secret === undefined && !isDeleting(cluster)) await serveInitialized(cluster, workloads, context);
  if (secret === undefined || !isPlayed(secret)) return false;
  const workload = await context.reader.workload(cluster);
  const nodes = await context.reader.nodes(cluster);
  if (workload === undefined || nodes === undefined || isDeleting(cluster)) return true;
  const writer = context.writer.as("nodes", workload);
  const known = new Map(nodes.map((node) => [node.spec?.providerID, node]));
  const isLeft = (providerID: string | undefined): boolean => {
    const found = known.get(providerID);
    return found === undefined || (found.status?.conditions === undefined && isPlayed(found));
  };
  const time = new Date(context.now());
  const running = machinesWithNodes(cluster, machines).filter(({ spec }) => isLeft(spec.providerID));
  // As core leaves them, so that it need not change each after it was created.
  const ofMachines = running.map((machine) => syncedNode(nodeOfMachine(machine, time), machine, undefined));
  const ofPools = (await nodesOfPools(cluster, context)).filter(({ spec }) => isLeft(spec?.providerID));
  const play = async (node: Node): Promise<void> => {
    const found = known.get(node.spec?.providerID);
    if (found === undefined) await writer.create(Node, node);
    // A server ignores the status of an object that is created, where that is a subresource.
    const stored = found ?? (await workload.find(Node, keyOf(node)));
    if (stored === undefined) return;
    const draft: Node = { ...stored, status: { ...stored.status, ...node.status } };
    await writer.save(Node, stored, draft);
  };
  await context.reader.calling(cluster, () => inParallel([...ofMachines, ...ofPools], context.parallel, play));
  return true;
}

function machinesWithNodes(cluster: Cluster, machines: readonly Machine[]): readonly Machine[] {
  const running = machines.filter((machine) => !isDeleting(machine) && isBooted(machine));
  return running.filter((machine) => mayJoin(machine, cluster, machines));
}

/** The machines of a pool that has no Machines are known by their provider IDs alone. */
async function nodesOfPools(cluster: Cluster, { reader, now }: SimContext): Promise<readonly Node[]> {
  const pools = await reader.descendants(MachinePool, cluster);
  const ready = pools.filter(
    (pool) => !isDeleting(pool) && pool.status?.initialization?.bootstrapDataSecretCreated === true,
  );
  return ready.flatMap((pool) =>
    (pool.spec.providerIDList ?? []).map((id) => syncedPoolNode(nodeOfPool(pool, id, new Date(now())), pool)),
  );
}

/** Where no object stands for the control plane, nobody else makes a kubeconfig: the first machine that runs has the API server. */
async function serveStandalone(
  cluster: Cluster,
  machines: readonly Machine[],
  { workloads, context }: { readonly workloads: Workloads; readonly context: SimContext },
): Promise<void> {
  const { controlPlaneRef, controlPlaneEndpoint } = cluster.spec;
  if (controlPlaneRef !== undefined || controlPlaneEndpoint?.host === undefined) return;
  if (!machines.some((machine) => isBooted(machine) && mayJoin(machine, cluster, machines))) return;
  await ensureKubeconfig(cluster, workloads, { context, owner: cluster, role: "nodes" });
}

/** The time that a control plane has after its initialization to make the kubeconfig, which it should make before. */
const kubeconfigMs = 3000;

/** Where the caller wants it, a control plane that makes no kubeconfig gets one, which it owns. */
async function serveInitialized(cluster: Cluster, workloads: Workloads, context: SimContext): Promise<void> {
  const { controlPlaneRef } = cluster.spec;
  const initialized = getCondition(cluster, "ControlPlaneInitialized");
  if (workloads.fillsIn !== true || controlPlaneRef === undefined || initialized?.status !== "True") return;
  const due = new Date(initialized.lastTransitionTime).getTime() + kubeconfigMs;
  if (context.now() < due) return context.wakeAt(due);
  const controlPlane = await context.reader.external(cluster, controlPlaneRef, "ControlPlane");
  if (controlPlane === undefined) return;
  await ensureKubeconfig(cluster, workloads, { context, owner: controlPlane.object, role: "nodes" });
}
