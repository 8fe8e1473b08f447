// The Node of a machine, looked up in the workload cluster by provider ID, through the Cluster's kubeconfig Secret.
import type { Client } from "@capstan/client";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { errorOf } from "@capstan/kube";
import { Node, Secret } from "@capstan/kube/builtin";
import { coreSimErrors } from "../errors.ts";
import type { Pass } from "../pass.ts";

/** Labels of these domains travel from a Machine to its Node. */
const syncedDomains = ["node-role.kubernetes.io", "node-restriction.kubernetes.io", "node.cluster.x-k8s.io"];

/** Taken off a Node once its Machine knows it. */
const uninitializedTaint = "node.cluster.x-k8s.io/uninitialized";

/** Where a Cluster is. */
export interface ClusterPlace {
  readonly namespace: string;
  readonly cluster: string;
}

/** Works in a workload cluster; undefined while it has no kubeconfig Secret. */
export async function inWorkload<R>(pass: Pass, place: ClusterPlace, work: (workload: Client) => Promise<R>): Promise<R | undefined> {
  const secret = await pass.client.find(Secret, { namespace: place.namespace, name: clusterSecretName(place.cluster, "kubeconfig") });
  const kubeconfig = secret === undefined ? undefined : kubeconfigOf(secret);
  if (kubeconfig === undefined) return undefined;
  const workload = await pass.connect(kubeconfig);
  try {
    return await work(workload);
  } finally {
    workload.close();
  }
}

/** The one Node with a provider ID, or undefined; two are an error. */
export async function findNode(workload: Client, providerID: string): Promise<Node | undefined> {
  const { items } = await workload.listAll(Node);
  const found = items.filter((node) => node.spec?.providerID === providerID);
  if (found.length > 1) throw errorOf(coreSimErrors, "core-sim/two-nodes", { values: { providerID } });
  return found[0];
}

/** Brings a Node's labels in line with its Machine's and takes the uninitialized taint off. */
export async function syncNode(workload: Client, node: Node, machineLabels: Readonly<Record<string, string>>): Promise<Node> {
  const wanted = Object.fromEntries(Object.entries(machineLabels).filter(([key]) => isSynced(key)));
  const missing = Object.entries(wanted).some(([key, value]) => node.metadata.labels?.[key] !== value);
  const taints = node.spec?.taints?.filter((taint) => taint.key !== uninitializedTaint);
  const tainted = taints?.length !== node.spec?.taints?.length;
  if (!missing && !tainted) return node;
  const body = { ...(missing ? { metadata: { labels: wanted } } : {}), ...(tainted ? { spec: { taints } } : {}) };
  return workload.patch(Node, { namespace: "", name: node.metadata.name ?? "" }, { type: "merge", body });
}

function isSynced(label: string): boolean {
  const domain = label.split("/")[0] ?? "";
  return syncedDomains.some((synced) => domain === synced || domain.endsWith(`.${synced}`));
}

/** Whether the Node says Ready. */
export function isNodeReady(node: Node): boolean {
  return node.status?.conditions?.some((condition) => condition.type === "Ready" && condition.status === "True") ?? false;
}
