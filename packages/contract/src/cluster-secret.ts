// Secrets that belong to a Cluster: their names, labels and form. Core finds the kubeconfig by name and reads one key.
// Made by providers, read by kits and core-sim; sending and reading them is the caller's.
import type { OwnerReference } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";
import { labels } from "./labels.ts";

/** What a Cluster's Secret is for; the name of the Secret ends in it. */
export type ClusterSecretPurpose = "kubeconfig" | "ca" | "etcd" | "sa" | "proxy" | "apiserver-etcd-client";

/** The type of every Secret that Cluster API keeps for a Cluster. */
export const clusterSecretType = "cluster.x-k8s.io/secret";

/** The name of a Cluster's Secret. */
export function clusterSecretName(cluster: string, purpose: ClusterSecretPurpose): string {
  return `${cluster}-${purpose}`;
}

/** Whose kubeconfig it is and what it says. */
export interface KubeconfigSecretOptions {
  readonly cluster: string;
  readonly namespace: string;
  /** The kubeconfig as YAML or JSON, without exec users: core refuses those. */
  readonly kubeconfig: string;
  /** The Cluster, or the control plane that renews the kubeconfig. */
  readonly owner?: OwnerReference;
}

/** The Secret by which core and its users reach a workload cluster. */
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

/** The kubeconfig of such a Secret, or undefined when it has none. */
export function kubeconfigOf(secret: Secret): string | undefined {
  const value = secret.data?.["value"];
  return value === undefined || value === "" ? undefined : decode(value);
}

/** Base64 of a text's UTF-8, without Node: this package runs anywhere. */
function encode(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}

function decode(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
}
