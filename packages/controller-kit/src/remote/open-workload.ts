// Creates the client of a workload cluster from its kubeconfig Secret.
import {
  type CallBudget,
  type Client,
  type ClientLimits,
  createClient,
  type AnswerMemory,
  parseKubeconfig,
} from "@capstan/client";
import { kubeconfigOf } from "@capstan/contract";
import { formatKey, keyOf } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";

/** A workload cluster whose kubeconfig can be used. */
export interface OpenWorkload {
  readonly kubeconfig: string;
  readonly client: Client;
}

/** What a client needs in addition to the Secret. */
export interface WorkloadSettings {
  /** The namespace and the name of the Cluster. */
  readonly cluster: string;
  readonly limits: Partial<ClientLimits>;
  /** The time that slow calls may take. */
  readonly budget: CallBudget;
  /** What its answers and those of the others may take. */
  readonly memory: AnswerMemory;
}

/** Rejects with an error of `@capstan/client` that quotes nothing of the Secret. The size is checked before anything is decoded. */
export async function openWorkload(secret: Secret, { cluster, ...settings }: WorkloadSettings): Promise<OpenWorkload> {
  const name = `Secret ${formatKey(keyOf(secret))}`;
  const encoded = secret.data?.["value"] ?? "";
  // Too large in base64 is too large: parseKubeconfig rejects it by its length.
  const kubeconfig = encoded.length > longestEncoded ? encoded : (kubeconfigOf(secret) ?? "");
  const credentials = await parseKubeconfig(kubeconfig, { name, owner: secret.metadata.namespace ?? "" });
  return { client: createClient(credentials, { foreign: `Cluster ${cluster}`, ...settings }), kubeconfig };
}

/** More than 64 KiB after decoding. */
const longestEncoded = 128 * 1024;
