// Plays Nodes: each Machine with infrastructure and bootstrap data becomes a ready Node in the API server of its cluster. Clusters whose kubeconfig
// somebody else made are left alone: their Nodes are real, or played by a provider.
import { Cluster, type Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting } from "@capstan/contract";
import { formatKey, formatTime, keyOf, type ObjectKey } from "@capstan/kube";
import { Node } from "@capstan/kube/builtin";
import type { SimController } from "../controllers.ts";
import type { SimContext } from "../writer.ts";
import { ensureKubeconfig, findKubeconfig } from "./kubeconfig.ts";
import { playedByLabel, type Workloads } from "./play-options.ts";
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
  if (secret === undefined || !isPlayed(secret)) return false;
  const workload = await context.reader.workload(cluster);
  const nodes = await context.reader.nodes(cluster);
  if (workload === undefined || nodes === undefined || isDeleting(cluster)) return true;
  const known = new Set(nodes.map(({ spec }) => spec?.providerID));
  const writer = context.writer.as("nodes", workload);
  for (const machine of machines) {
    if (isDeleting(machine) || !isBooted(machine) || known.has(machine.spec.providerID)) continue;
    if (!mayJoin(machine, cluster, machines)) continue;
    const node = nodeOf(machine);
    await writer.create(Node, node);
    // A server ignores the status of an object that is created, where that is a subresource.
    const stored = await workload.client.get(Node, keyOf(node));
    const draft: Node = { ...stored, status: { ...stored.status, ...node.status } };
    await writer.save(Node, stored, draft);
  }
  return true;
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

const pressures = ["MemoryPressure", "DiskPressure", "PIDPressure"];

function nodeOf(machine: Machine): Node {
  const { name } = keyOf(machine);
  const { providerID = "", version = "" } = machine.spec;
  const role = isControlPlaneMachine(machine) ? { "node-role.kubernetes.io/control-plane": "" } : {};
  const time = formatTime(new Date());
  const times = { lastHeartbeatTime: time, lastTransitionTime: time };
  const addresses = (machine.status?.addresses ?? []).map((address) => ({ ...address }));
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", ...role, [playedByLabel]: "nodes" },
    },
    spec: { providerID },
    status: {
      conditions: [
        { type: "Ready", status: "True", reason: "KubeletReady", message: "the Node is played", ...times },
        ...pressures.map((type) => ({ type, status: "False" as const, reason: "Played", message: "", ...times })),
      ],
      ...(addresses.length === 0 ? {} : { addresses }),
      nodeInfo: nodeInfoOf(version),
    },
  };
}

/** All fields are required in a Node's status. */
function nodeInfoOf(version: string): Record<string, string> {
  return {
    architecture: "amd64",
    bootID: "played",
    containerRuntimeVersion: "played://1.0.0",
    kernelVersion: "played",
    kubeProxyVersion: version,
    kubeletVersion: version,
    machineID: "played",
    operatingSystem: "linux",
    osImage: "played",
    systemUUID: "played",
  };
}
