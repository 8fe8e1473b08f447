// The events of a watch, as the server sends them.
import type { KubeObject } from "@capstan/kube";

/** An object was created, changed or deleted. */
export interface ObjectEvent<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: T;
}

/** All events up to a version were sent. The object has `metadata.resourceVersion` and annotations only. */
export interface BookmarkEvent {
  readonly type: "BOOKMARK";
  readonly object: KubeObject;
}

/** One event of a watch. */
export type WatchEvent<T extends KubeObject = KubeObject> = ObjectEvent<T> | BookmarkEvent;

/**
 * The annotation, with the value "true", of the bookmark that ends the initial events of a watch with `sendInitialEvents`: all objects that existed when the watch started have been sent then, and the
 * bookmark has their version.
 *
 * @example
 * const complete = type === "BOOKMARK" && object.metadata.annotations?.[initialEventsEnd] === "true";
 */
export const initialEventsEnd = "k8s.io/initial-events-end";
