// What the reconciles of a Cluster's objects read of it: all but the counts and conditions, which change with each of them.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { isConditionTrue } from "@capstan/contract/conditions";

const facts = new WeakMap<Cluster, string>();

/** These parts as a string. */
export function clusterFacts(cluster: Cluster | undefined): string {
  if (cluster === undefined) return "";
  const known = facts.get(cluster) ?? textOf(cluster);
  facts.set(cluster, known);
  return known;
}

function textOf(cluster: Cluster): string {
  const { managedFields: _, resourceVersion: __, ...metadata } = cluster.metadata;
  const { initialization, failureDomains } = cluster.status ?? {};
  const isInitialized = isConditionTrue(cluster, "ControlPlaneInitialized");
  return JSON.stringify([metadata, cluster.spec, initialization, failureDomains, isInitialized]);
}
