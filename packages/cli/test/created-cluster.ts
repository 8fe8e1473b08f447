// A Cluster on a test control plane, for commands that look for it by its UID.
import { Cluster } from "@capstan/api/core/v1beta2";
import type { Client } from "@capstan/client";

/** Creates a Cluster in the namespace default, and returns its UID. */
export async function createdCluster(client: Client, name: string): Promise<string> {
  const { apiVersion, kind } = Cluster;
  const metadata = { name, namespace: "default" };
  const spec = { clusterNetwork: { pods: { cidrBlocks: ["10.0.0.0/16"] } } };
  const created = await client.create(Cluster, { apiVersion, kind, metadata, spec });
  return created.metadata.uid ?? "";
}
