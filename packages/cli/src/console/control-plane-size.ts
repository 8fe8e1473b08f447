// How many machines a KubeadmControlPlane may have, as the webhook of Cluster API says it: where that does not run, a number that it rejects would be stored.
import { getAt, parseApiVersion, type KubeObject } from "@capstan/kube";

/** Why the control plane cannot have so many machines; undefined where it can, and of other kinds. */
export function rejectedSize(object: KubeObject, replicas: number): string | undefined {
  const { group } = parseApiVersion(object.apiVersion);
  if (object.kind !== "KubeadmControlPlane" || group !== "controlplane.cluster.x-k8s.io") return undefined;
  const field = "spec.replicas: Forbidden:";
  if (replicas <= 0) return `${field} cannot be less than or equal to 0`;
  const external = getAt(object, ["spec", "kubeadmConfigSpec", "clusterConfiguration", "etcd", "external"]);
  const isStacked = external === undefined;
  return isStacked && replicas % 2 === 0 ? `${field} cannot be an even number when etcd is stacked` : undefined;
}
