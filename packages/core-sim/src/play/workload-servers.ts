// API servers for the Nodes that are played: one for each cluster, started when its kubeconfig is wanted.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import type { Workloads } from "./play-options.ts";

/** An API server that runs. */
export interface WorkloadServer {
  kubeconfig(): string;
  stop(): Promise<void>;
}

/** The API servers of played clusters. */
export interface WorkloadServers<S extends WorkloadServer> extends Workloads {
  /** Those that run, by `namespace/name` of their Cluster. */
  readonly servers: ReadonlyMap<string, S>;
  /** Stops those that run. */
  stop(): Promise<void>;
  /** As `stop`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server for each cluster whose Nodes are played, and stops it when the cluster is deleted.
 *
 * @example
 * const workloads = workloadServers(() => startTestEnv({ backend: "embedded" }));
 */
export function workloadServers<S extends WorkloadServer>(start: () => Promise<S>): WorkloadServers<S> {
  const servers = new Map<string, S>();
  /** Two steps may want the same one before it runs. */
  const starting = new Map<string, Promise<S>>();

  async function kubeconfigOf(cluster: Cluster): Promise<string> {
    const id = formatKey(keyOf(cluster));
    const started = starting.get(id) ?? start();
    starting.set(id, started);
    const server = await started;
    servers.set(id, server);
    return server.kubeconfig();
  }

  async function remove(cluster: ObjectKey): Promise<void> {
    const id = formatKey(cluster);
    starting.delete(id);
    await servers.get(id)?.stop();
    servers.delete(id);
  }

  async function stop(): Promise<void> {
    await Promise.allSettled(starting.values());
    for (const server of servers.values()) await server.stop();
    servers.clear();
    starting.clear();
  }

  return { servers, kubeconfigOf, remove, stop, [Symbol.asyncDispose]: stop };
}
