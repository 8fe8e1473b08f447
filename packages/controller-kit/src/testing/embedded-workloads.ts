// API servers for the Nodes that the simulated core plays: an embedded one for each cluster, in the process of the test.
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { Workloads } from "@capstan/core-sim";
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";

/** The API servers of played clusters. */
export interface EmbeddedWorkloads extends Workloads {
  /** Those that run, by `namespace/name` of their Cluster. */
  readonly servers: ReadonlyMap<string, EmbeddedEnv>;
  /** Stops those that run. */
  stop(): Promise<void>;
  /** As `stop`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an embedded API server for each cluster whose Nodes are played, and stops it when the cluster is deleted.
 *
 * @example
 * await using workloads = embeddedWorkloads();
 * const core = createCoreSim({ client, play: { bootstrap: true, controlPlane: true, nodes: workloads } });
 */
export function embeddedWorkloads(): EmbeddedWorkloads {
  const servers = new Map<string, EmbeddedEnv>();

  async function kubeconfigOf(cluster: Cluster): Promise<string> {
    const id = formatKey(keyOf(cluster));
    const server = servers.get(id) ?? (await startTestEnv({ backend: "embedded" }));
    servers.set(id, server);
    return server.kubeconfig();
  }

  async function remove(cluster: ObjectKey): Promise<void> {
    const id = formatKey(cluster);
    await servers.get(id)?.stop();
    servers.delete(id);
  }

  async function stop(): Promise<void> {
    for (const server of servers.values()) await server.stop();
    servers.clear();
  }

  return { servers, kubeconfigOf, remove, stop, [Symbol.asyncDispose]: stop };
}
