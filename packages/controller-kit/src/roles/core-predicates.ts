// Which changes of core's objects and of an InfraCluster cause passes over the objects of a whole cluster: those of the parts that the contracts' records name.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { type WatchedPart, watchedParts } from "@capstan/contract/rules";
import { deepEqual, type KubeObject } from "@capstan/kube";
import {
  annotationsChanged,
  anyOf,
  type CacheEvent,
  generationChanged,
  labelsChanged,
  type Predicate,
} from "@capstan/operator";

const ofPart: Readonly<Record<WatchedPart, Predicate>> = {
  // Deletion and the pause of a Cluster, too.
  spec: generationChanged,
  labels: labelsChanged,
  annotations: annotationsChanged,
  "status.initialization": (event) => hasChanged(event, initializationOf),
  // Conditions are the last part of a pass, and have times of their own.
  "status but for conditions": (event) => hasChanged(event, reportOf),
};

/** Of a Cluster. */
export const clusterChanged: Predicate = anyOf(...watchedParts.cluster.map((part) => ofPart[part]));

/** Of an InfraCluster: everything that a function for its machines may read. */
export const infraClusterChanged: Predicate = anyOf(...watchedParts["infra-cluster"].map((part) => ofPart[part]));

function hasChanged(event: CacheEvent, partOf: (object: KubeObject) => object): boolean {
  return event.type === "update" && !deepEqual(partOf(event.object), partOf(event.old));
}

function initializationOf(object: KubeObject): object {
  // The watch is on Clusters alone.
  return (object as Cluster).status?.initialization ?? {};
}

function reportOf(object: KubeObject): object {
  // Every kind of provider object has a status or none.
  const { conditions: _, v1beta2: __, ...report } = (object as { status?: Record<string, unknown> }).status ?? {};
  return report;
}
