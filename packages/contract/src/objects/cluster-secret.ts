// The Secrets of a Cluster: their names, labels and contents. Core finds the kubeconfig by name and reads one key.
import type { OwnerReference } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";
import { labels } from "./labels.ts";

/** The purpose of a Cluster's Secret, which its name ends with. */
export type ClusterSecretPurpose = "kubeconfig" | "ca" | "etcd" | "sa" | "proxy" | "apiserver-etcd-client";

/** The `type` of the Secrets of a Cluster. */
export const clusterSecretType = "cluster.x-k8s.io/secret";

/** The name of a Cluster's Secret: `<cluster>-<purpose>`. */
export function clusterSecretName(cluster: string, purpose: ClusterSecretPurpose): string {
  return `${cluster}-${purpose}`;
}

/** The Cluster of a kubeconfig Secret and its contents. */
export interface KubeconfigSecretOptions {
  readonly cluster: string;
  readonly namespace: string;
  /** The kubeconfig as YAML or JSON. Core rejects users with `exec`. */
  readonly kubeconfig: string;
  /** The Cluster, or the control plane that renews the kubeconfig. */
  readonly owner?: OwnerReference;
}

/**
 * Creates the Secret with which core and its users connect to a workload cluster: name, label, type and key as core
 * expects them. The object is not sent to the API server.
 *
 * @example
 * await client.create(Secret, kubeconfigSecret({ cluster: "a", namespace, kubeconfig, owner: ownerReferenceTo(cluster) }));
 */
export function kubeconfigSecret({ cluster, namespace, kubeconfig, owner }: KubeconfigSecretOptions): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: clusterSecretName(cluster, "kubeconfig"),
      namespace,
      labels: { [labels.clusterName]: cluster },
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
    },
    type: clusterSecretType,
    data: { value: encode(kubeconfig) },
  };
}

/** Returns the kubeconfig in a kubeconfig Secret; undefined when it is missing or empty. */
export function kubeconfigOf(secret: Secret): string | undefined {
  const value = secret.data?.["value"];
  return value === undefined || value === "" ? undefined : decode(value);
}

/** Base64 of a string in UTF-8, without `Buffer`: this package does not depend on Node. */
function encode(value: string): string {
  return btoa(Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join(""));
}

function decode(base64: string): string {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  // A call for each of thousands of characters takes five times as long.
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return new TextDecoder().decode(bytes);
}
