// The kubeconfig Secret of a played cluster: what the caller's API server is reached by. It is left alone where somebody else made it.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { clusterSecretName, kubeconfigOf, kubeconfigSecret } from "@capstan/contract";
import { deepClone, keyOf, type KubeObject, ownerReferenceTo } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { SimContext } from "../writer.ts";
import type { PlayedRole, Workloads } from "./play-options.ts";
import { isPlayed, markPlayed } from "./played-objects.ts";

/** The Secret with the kubeconfig of the Cluster; undefined while there is none. */
export function findKubeconfig(cluster: Cluster, { reader }: SimContext): Promise<Secret | undefined> {
  const { namespace, name } = keyOf(cluster);
  return reader.lists.client.find(Secret, { namespace, name: clusterSecretName(name, "kubeconfig") });
}

/** The owner of a Secret, and the role that makes it. */
export interface KubeconfigMaker {
  readonly owner: KubeObject;
  readonly role: PlayedRole;
}

/** Creates the Secret unless it exists, and brings one of a played role up to date: its API server may be another after a restart. */
export async function ensureKubeconfig(
  cluster: Cluster,
  workloads: Workloads,
  { context, owner, role }: KubeconfigMaker & { readonly context: SimContext },
): Promise<void> {
  const existing = await findKubeconfig(cluster, context);
  if (existing !== undefined && !isPlayed(existing)) return;
  const kubeconfig = await workloads.kubeconfigOf(cluster);
  if (existing !== undefined && kubeconfigOf(existing) === kubeconfig) return;
  const { namespace, name } = keyOf(cluster);
  const reference = ownerReferenceTo(owner, { controller: true, blockOwnerDeletion: true });
  const wanted = kubeconfigSecret({ cluster: name, namespace, kubeconfig, owner: reference });
  markPlayed(wanted, role);
  const writer = context.writer.as(role);
  context.reader.reconnect(cluster);
  if (existing === undefined) return writer.create(Secret, wanted);
  await writer.save(Secret, existing, { ...deepClone(existing), ...(wanted.data && { data: wanted.data }) });
}
