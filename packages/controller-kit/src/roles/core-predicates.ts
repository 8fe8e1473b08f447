// Which changes of core's objects and of provider objects cause passes over other objects: those of the parts that the contracts' records name.
import { clusterNameOf, isExternallyManaged, isMoved, labels, readPath } from "@capstan/contract";
import type { WatchedPart } from "@capstan/contract/rules";
import { isJsonObject, type KubeObject } from "@capstan/kube";
import {
  annotationsChanged,
  anyOf,
  type CacheEvent,
  comparison,
  generationChanged,
  labelsChanged,
  type Predicate,
} from "@capstan/operator";
import type { OwnKindOptions } from "../authoring/options.ts";
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
    comparison((event) => event.type === "update" && counts(event.old, event.object)),
  );
}

/** What the workflow needs to know of an object of the controller's own kind, whatever its author ignores. */
const neededOfOwn = anyOf(
  partsChanged(["pause", "deletion", "owner references"]),
  valueChanged((object) => [
    isExternallyManaged(object),
    isMoved(object),
    clusterNameOf(object),
    object.metadata.labels?.[labels.watchFilter],
  ]),
);

/** Accepts what an author's predicate for the controller's own kind accepts, and what the workflow needs. */
export function ownEventCounts(event: CacheEvent, own: OwnKindOptions): boolean {
  if (own.predicate === undefined || event.type === "delete") return true;
  return own.predicate(event) || (event.type === "update" && !isMadeUp(event) && neededOfOwn(asSeen(event)));
}

/** The change from one state to the other, whatever happened in a gap: the author may exclude the object, and then a gap alone is no reason for a pass. */
function asSeen(event: CacheEvent & { readonly type: "update" }): CacheEvent {
  return { ...event, afterGap: false };
}

/** Whether the state before is none that a server sent. It has neither owner references nor a deletion, so that each object that the author excludes would count as changed. */
function isMadeUp(event: CacheEvent): boolean {
  return event.type === "update" && event.afterGap === true && event.old.metadata.resourceVersion === undefined;
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
