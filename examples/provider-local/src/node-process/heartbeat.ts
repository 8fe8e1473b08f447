// A machine's heartbeat: the Lease that a kubelet renews, in the namespace where the node controller reads it.
import { isAlreadyExists, isNotFound, type Client } from "@capstan/client";
import { formatMicroTime, Lease, Namespace } from "@capstan/api";
import type { NodeConfig } from "./node-config.ts";

const namespace = "kube-node-lease";

/** Renews the Lease; creates it, and its namespace, the first time. */
export async function heartbeat(client: Client, config: NodeConfig): Promise<void> {
  const renewTime = formatMicroTime(new Date());
  const key = { namespace, name: config.nodeName };
  try {
    await client.patch(Lease, key, { type: "merge", body: { spec: { renewTime } } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await createLease(client, config, renewTime);
  }
}

async function createLease(
  client: Client,
  { nodeName, leaseDurationSeconds }: NodeConfig,
  renewTime: string,
): Promise<void> {
  await client
    .create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } })
    .catch(ignoreExisting);
  const spec = { holderIdentity: nodeName, leaseDurationSeconds, renewTime };
  const lease: Lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { namespace, name: nodeName },
    spec,
  };
  await client.create(Lease, lease).catch(ignoreExisting);
}

function ignoreExisting(error: unknown): void {
  if (!isAlreadyExists(error)) throw error;
}
