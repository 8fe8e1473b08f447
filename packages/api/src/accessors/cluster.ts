// What pages and providers ask Clusters.
import type { Endpoint } from "@capstan/contract/fields";
import type { ClusterPhase } from "../core/v1beta2/index.ts";
import { conditionOf } from "./conditions.ts";
import { older, unlessEmpty, type AnyCluster, type AnyMachine } from "./objects.ts";

/** The annotation that pauses an object, whatever its value. */
const pausedAnnotation = "cluster.x-k8s.io/paused";

/** Returns where the Cluster is in its life, or undefined before core has looked at it. */
export function clusterPhase(cluster: AnyCluster): ClusterPhase | undefined {
  return cluster.status?.phase;
}

/**
 * Whether an object itself is marked as paused: a Cluster by `spec.paused` or by its annotation, a Machine by its annotation. A Machine of a
 * paused Cluster is paused too: ask both.
 *
 * @example
 * const paused = isMarkedPaused(cluster) || isMarkedPaused(machine);
 */
export function isMarkedPaused(object: AnyCluster | AnyMachine): boolean {
  const byItsSpec = object.kind === "Cluster" && object.spec?.paused === true;
  return byItsSpec || Object.hasOwn(object.metadata.annotations ?? {}, pausedAnnotation);
}

/** Whether the infrastructure provider has provisioned everything once; it stays true. */
export function infrastructureProvisioned(object: AnyCluster | AnyMachine): boolean {
  return object.apiVersion === older
    ? object.status?.infrastructureReady === true
    : object.status?.initialization?.infrastructureProvisioned === true;
}

/** Whether the control plane was reachable once; it stays true. */
export function controlPlaneInitialized(cluster: AnyCluster): boolean {
  const reported =
    cluster.apiVersion === older
      ? cluster.status?.controlPlaneReady
      : cluster.status?.initialization?.controlPlaneInitialized;
  return reported === true || conditionOf(cluster, "ControlPlaneInitialized")?.status === "True";
}

/** Returns where the control plane is reached, or undefined until host and port are both known. */
export function controlPlaneEndpoint(cluster: AnyCluster): Endpoint | undefined {
  const { host = "", port = 0 } = cluster.spec?.controlPlaneEndpoint ?? {};
  return host === "" || port === 0 ? undefined : { host, port };
}

/** The network configuration of a cluster. */
export interface ClusterNetworkRanges {
  /** apiServerPort is the port the API servers bind to, where one is set. */
  readonly apiServerPort: number | undefined;
  /** serviceDomain is the DNS domain of Services, where one is set. */
  readonly serviceDomain: string | undefined;
  /** pods are the address ranges of pods in CIDR notation. */
  readonly pods: readonly string[];
  /** services are the address ranges of Services in CIDR notation. */
  readonly services: readonly string[];
}

/** Returns the network configuration. */
export function clusterNetwork(cluster: AnyCluster): ClusterNetworkRanges {
  const { apiServerPort = 0, serviceDomain, pods, services } = cluster.spec?.clusterNetwork ?? {};
  return {
    apiServerPort: apiServerPort === 0 ? undefined : apiServerPort,
    serviceDomain: unlessEmpty(serviceDomain),
    pods: pods?.cidrBlocks ?? [],
    services: services?.cidrBlocks ?? [],
  };
}

/** A part of the infrastructure that fails on its own: a zone, a rack, a host. */
export interface ClusterFailureDomain {
  /** name identifies the failure domain. */
  readonly name: string;
  /** controlPlane is true if control plane machines may be placed here. */
  readonly controlPlane: boolean;
  /** attributes describe the failure domain to people and to schedulers of the infrastructure provider. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Returns the failure domains that the infrastructure provider offers, by name. */
export function failureDomains(cluster: AnyCluster): readonly ClusterFailureDomain[] {
  const domains =
    cluster.apiVersion === older
      ? Object.entries(cluster.status?.failureDomains ?? {}).map(([name, domain]) => ({ ...domain, name }))
      : (cluster.status?.failureDomains ?? []);
  return domains
    .map(({ name, controlPlane = false, attributes = {} }) => ({ name, controlPlane, attributes }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
