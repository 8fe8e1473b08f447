// What the time line is fed with: one change of one object, of the embedded server or of a watch on a real cluster.
import type { WatchEvent } from "@capstan/client";
import { formatKey, keyOf, parseApiVersion, type ObjectKey, type UnstructuredObject } from "@capstan/kube";

/** One change. The objects are never modified, by nobody. */
export interface TimelineChange {
  /** When it happened, in milliseconds since 1970. */
  readonly time: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly apiVersion: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly resourceVersion: string;
  /** The object after the change; of a deletion its last state. */
  readonly object: UnstructuredObject;
}

/** Identifies an object at all times, also one that was deleted and created again: `group/kind/namespace/name`. */
export function objectId({ apiVersion, kind, key }: Pick<TimelineChange, "apiVersion" | "kind" | "key">): string {
  return `${parseApiVersion(apiVersion).group}/${kind}/${formatKey(key)}`;
}

/** The change that an event of a watch is; undefined for a bookmark, which changes nothing. */
export function changeOfWatch(
  event: WatchEvent<UnstructuredObject>,
  time: number = Date.now(),
): TimelineChange | undefined {
  if (event.type === "BOOKMARK") return undefined;
  const { type, object } = event;
  const { apiVersion, kind, metadata } = object;
  return { time, type, apiVersion, kind, key: keyOf(object), resourceVersion: metadata.resourceVersion ?? "", object };
}
