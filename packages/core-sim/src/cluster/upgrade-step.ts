// Whether the control plane of a topology has the version that it should have, or still waits for it.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { versionInForce } from "../topology/topology-condition.ts";

/** The annotation with the version of the control plane while a Cluster is upgraded: it may differ from that of the topology. */
export const upgradeStep = "topology.internal.cluster.x-k8s.io/upgrade-step";

/** The version to which a control plane of this one is still to be upgraded; undefined when it is not. */
export function pendingUpgrade(cluster: Cluster, version: string): string | undefined {
  const { topology } = cluster.spec;
  const step = cluster.metadata.annotations?.[upgradeStep] ?? "";
  const wanted = topology && versionInForce(cluster, topology);
  if (wanted === undefined || wanted === version || step === version) return undefined;
  return step === "" ? wanted : step;
}
