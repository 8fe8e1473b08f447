// What is waited for before the author's `reconcile` is called: by machines the cluster's infrastructure and their bootstrap data, by an InfraCluster that does
// not set the control plane's endpoint that endpoint. Not checked when deleting. A watch on the Cluster, Machine or MachinePool causes the next pass.
import type { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { definitionOf } from "@capstan/contract/kinds";
import type { Resource } from "@capstan/kube";
import { gated, GateError, type Gated } from "../workflow/outcome.ts";
import { bootstrapSpecOf } from "./bootstrap-access.ts";

/** Ends the pass with the first gate that is closed. */
export function passGates(...gates: readonly (Gated | undefined)[]): void {
  const closed = gates.find((gate) => gate !== undefined);
  if (closed !== undefined) throw new GateError(closed);
}

/** Closed until the infrastructure of the Cluster is provisioned. */
export function infrastructureGate(cluster: Cluster): Gated | undefined {
  if (cluster.status?.initialization?.infrastructureProvisioned === true) return undefined;
  return gated("WaitingForClusterInfrastructure", "the infrastructure of the Cluster is not provisioned yet");
}

/** Closed until the owner of a machine or of a pool names its bootstrap data. */
export function bootstrapGate(owner: Machine | MachinePool): Gated | undefined {
  if (bootstrapSpecOf(owner).dataSecretName !== undefined) return undefined;
  return gated("WaitingForBootstrapData", `the ${owner.kind} does not name its bootstrap data Secret yet`);
}

/** Closed for an InfraCluster whose definition leaves the endpoint to others, while the Cluster has none. */
export function endpointGate(resource: Resource, cluster: Cluster): Gated | undefined {
  const { host = "", port = 0 } = cluster.spec.controlPlaneEndpoint ?? {};
  if (definitionOf(resource)?.providesEndpoint !== false || (host !== "" && port !== 0)) return undefined;
  return gated("WaitingForControlPlaneEndpoint", "the Cluster has no control plane endpoint yet");
}

/** The InfraCluster of a machine or a pool; ends the pass when it does not exist. */
export function requireInfraCluster<T>(infraCluster: T | undefined): T {
  if (infraCluster !== undefined) return infraCluster;
  throw new GateError(
    gated("WaitingForClusterInfrastructure", "the infrastructure object of the Cluster does not exist"),
  );
}
