// What is waited for before the author's `reconcile` is called; the record of each kind names what. Not checked when deleting. A watch on the Cluster, Machine or
// MachinePool causes the next pass.
import type { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { definitionOf } from "@capstan/contract/kinds";
import { type KindGate, type KitKind, kindContracts } from "@capstan/contract/rules";
import type { Resource } from "@capstan/kube";
import { gated, GateError, type Gated } from "../workflow/outcome.ts";
import { bootstrapSpecOf } from "./bootstrap-access.ts";

/** What the gates of a pass are checked with. */
export interface GateSubject {
  /** The kind that is reconciled. */
  readonly resource: Resource;
  readonly cluster: Cluster;
  /** The owner, where it is not the Cluster. */
  readonly owner?: Machine | MachinePool;
}

const gates: Readonly<Record<KindGate, (subject: GateSubject) => Gated | undefined>> = {
  "cluster-infrastructure": ({ cluster }) => infrastructureGate(cluster),
  "bootstrap-data": ({ owner }) => (owner === undefined ? undefined : bootstrapGate(owner)),
  "control-plane-endpoint": ({ resource, cluster }) => endpointGate(resource, cluster),
};

/** Ends the pass with the first closed gate of those that the record of the kind names. */
export function passGates(kind: KitKind, subject: GateSubject): void {
  for (const name of kindContracts[kind].workflow.gates) {
    const closed = gates[name](subject);
    if (closed !== undefined) throw new GateError(closed);
  }
}

/** Closed until the infrastructure of the Cluster is provisioned. */
function infrastructureGate(cluster: Cluster): Gated | undefined {
  if (cluster.status?.initialization?.infrastructureProvisioned === true) return undefined;
  return gated("WaitingForClusterInfrastructure", "the infrastructure of the Cluster is not provisioned yet");
}

/** Closed until the owner of a machine or of a pool names its bootstrap data. */
function bootstrapGate(owner: Machine | MachinePool): Gated | undefined {
  if (bootstrapSpecOf(owner).dataSecretName !== undefined) return undefined;
  return gated("WaitingForBootstrapData", `the ${owner.kind} does not name its bootstrap data Secret yet`);
}

/** Closed for an InfraCluster whose definition leaves the endpoint to others, while the Cluster has none. */
function endpointGate(resource: Resource, cluster: Cluster): Gated | undefined {
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
