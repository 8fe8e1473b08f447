// Which changes of core's objects and of an InfraCluster cause passes over the objects of a whole cluster. Core writes the status of a Cluster
// for every one of its machines: without this, each machine would cause a pass over all.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { deepEqual, type KubeObject } from "@capstan/kube";
import {
  annotationsChanged,
  anyOf,
  type CacheEvent,
  generationChanged,
  labelsChanged,
  type Predicate,
} from "@capstan/operator";

/** Of a Cluster: its spec (the pause and the endpoint too), labels, annotations, deletion, and the steps of its initialization. */
export const clusterChanged: Predicate = anyOf(
  generationChanged,
  labelsChanged,
  annotationsChanged,
  initializationChanged,
);

function initializationChanged(event: CacheEvent): boolean {
  return event.type === "update" && !deepEqual(initializationOf(event.object), initializationOf(event.old));
}

function initializationOf(object: KubeObject): object {
  // The watch is on Clusters alone.
  return (object as Cluster).status?.initialization ?? {};
}

/** Of an InfraCluster: everything that a function for its machines may read, but not its conditions. */
export const infraClusterChanged: Predicate = anyOf(
  generationChanged,
  labelsChanged,
  annotationsChanged,
  (event) => event.type === "update" && !deepEqual(reportOf(event.object), reportOf(event.old)),
);

/** Conditions are the last part of a pass, and have times of their own. */
function reportOf(object: KubeObject): object {
  // Every kind of provider object has a status or none.
  const { conditions: _, v1beta2: __, ...report } = (object as { status?: Record<string, unknown> }).status ?? {};
  return report;
}
