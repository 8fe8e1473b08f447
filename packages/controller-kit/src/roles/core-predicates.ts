// Which changes of core's objects and of provider objects cause passes over other objects: those of the parts that the contracts' records name.
import type { WatchedPart } from "@capstan/contract/rules";
import { deepEqual, type KubeObject } from "@capstan/kube";
import { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from "@capstan/operator";

const ofPart: Readonly<Record<WatchedPart, Predicate>> = {
  // Deletion and the pause of a Cluster, too.
  spec: generationChanged,
  labels: labelsChanged,
  annotations: annotationsChanged,
  "owner references": changed(({ metadata }) => metadata.ownerReferences ?? []),
  "status.initialization": changed((object) => statusOf(object)["initialization"] ?? {}),
  // Conditions are the last part of a pass, and have times of their own.
  "status but for conditions": changed(reportOf),
};

/** Accepts updates that change one of the parts, and additions and deletions. */
export function partsChanged(parts: readonly WatchedPart[]): Predicate {
  return anyOf(...parts.map((part) => ofPart[part]));
}

function changed(partOf: (object: KubeObject) => unknown): Predicate {
  return (event) => event.type !== "update" || !deepEqual(partOf(event.object), partOf(event.old));
}

function reportOf(object: KubeObject): object {
  const { conditions: _, v1beta2: __, ...report } = statusOf(object);
  return report;
}

function statusOf(object: KubeObject): Readonly<Record<string, unknown>> {
  // Every kind that is watched has a status or none.
  return (object as { status?: Record<string, unknown> }).status ?? {};
}
