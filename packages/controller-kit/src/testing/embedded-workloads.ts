// API servers for the Nodes that the simulated core plays: an embedded one for each cluster, in the process of the test.
import { workloadServers, type WorkloadServers } from "@capstan/core-sim";
import { startTestEnv, type EmbeddedEnv } from "@capstan/testenv";

/** The API servers of played clusters. */
export type EmbeddedWorkloads = WorkloadServers<EmbeddedEnv>;

/**
 * Starts an embedded API server for each cluster whose Nodes are played, and stops it when the cluster is deleted.
 *
 * @example
 * await using workloads = embeddedWorkloads();
 * const core = createCoreSim({ client, play: { bootstrap: true, controlPlane: true, nodes: workloads } });
 */
export function embeddedWorkloads(): EmbeddedWorkloads {
  return workloadServers(() => startTestEnv({ backend: "embedded" }));
}
