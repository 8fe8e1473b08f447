// The workload cluster behind a Cluster, reached as a user would: by the `<cluster>-kubeconfig` Secret.
import { createClient, parseKubeconfig } from "@capstan/client";
import { kubeconfigOf } from "@capstan/contract";
import { Node, Secret } from "@capstan/kube/builtin";
import type { ManagementCluster } from "./management-cluster.ts";

/** The Nodes of a workload cluster. */
export async function workloadNodes(
  management: ManagementCluster,
  cluster: { readonly namespace: string; readonly name: string },
): Promise<Node[]> {
  const secret = await management.local.client.get(Secret, {
    namespace: cluster.namespace,
    name: `${cluster.name}-kubeconfig`,
  });
  const kubeconfig = kubeconfigOf(secret);
  if (kubeconfig === undefined) throw new Error(`the Secret ${cluster.name}-kubeconfig has no kubeconfig`);
  const client = createClient(await parseKubeconfig(kubeconfig));
  try {
    return (await client.listAll(Node)).items;
  } finally {
    client.close();
  }
}
