// Which changes of core's objects and of provider objects cause passes over other objects: those of the parts that the contracts' records name.
import { readPath } from "@capstan/contract";
import type { WatchedPart } from "@capstan/contract/rules";
import { isJsonObject, type KubeObject } from "@capstan/kube";
import { annotationsChanged, anyOf, generationChanged, labelsChanged, type Predicate } from "@capstan/operator";
import { pauseChanged, valueChanged } from "../authoring/predicates.ts";

const ofPart: Readonly<Record<WatchedPart, Predicate>> = {
  pause: pauseChanged,
  deletion: valueChanged(({ metadata }) => metadata.deletionTimestamp),
  // Deletion, too.
  spec: generationChanged,
  labels: labelsChanged,
  annotations: annotationsChanged,
  "owner references": valueChanged(({ metadata }) => metadata.ownerReferences),
  "spec.controlPlaneEndpoint": fieldChanged("spec.controlPlaneEndpoint"),
  "spec.infrastructureRef": fieldChanged("spec.infrastructureRef"),
  "status.initialization": fieldChanged("status.initialization"),
  // Conditions are the last part of a pass, and have times of their own.
  "status but for conditions": valueChanged(reportOf),
};

/** Whether a change of an object counts. */
export type CountsChange = (before: KubeObject, after: KubeObject) => boolean;

/** Accepts updates that change one of the parts or that `counts` accepts, and additions and deletions. */
export function partsChanged(parts: readonly WatchedPart[], counts: CountsChange = () => false): Predicate {
  return anyOf(
    ...parts.map((part) => ofPart[part]),
    (event) => event.type === "update" && counts(event.old, event.object),
  );
}

function fieldChanged(path: string): Predicate {
  return valueChanged((object) => readPath(object, path));
}

function reportOf(object: KubeObject): object {
  const status = readPath(object, "status");
  if (!isJsonObject(status)) return {};
  const { conditions: _, v1beta2: __, ...report } = status;
  return report;
}
