// A manager's connections to workload clusters. Each call brings a Secret, which the management cluster then has, and returns what an
// author would put into a condition.
import type { Client } from "@capstan/client";
import type { Secret } from "@capstan/kube/builtin";
import { RemoteClusters } from "../../../packages/controller-kit/src/remote/remote-clusters.ts";

/** What `call` returns. */
export interface Connected {
  readonly connected: boolean;
  readonly message: string;
  readonly ms: number;
}

let secret: Secret | undefined;
let version = 0;
// Of the management cluster, only Secrets are read: whole, or their metadata.
const management = {
  find: async () => secret,
  request: async () => ({ json: () => ({ metadata: secret?.metadata }) }),
} as unknown as Client;
const remote = new RemoteClusters({ client: management });

/** Nothing has to be started. */
export async function start(): Promise<object> {
  return {};
}

/** Connects to the cluster "a" with a Secret. */
export async function call(value: Secret): Promise<Connected> {
  if (value.data?.["value"] !== secret?.data?.["value"]) version += 1;
  secret = { ...value, metadata: { ...value.metadata, resourceVersion: `${version}` } };
  const from = performance.now();
  const metadata = { namespace: "tenant", name: "a" };
  const workload = await remote.connect({ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata });
  const ms = performance.now() - from;
  return { connected: workload.connected, message: workload.connected ? "" : workload.message, ms };
}
