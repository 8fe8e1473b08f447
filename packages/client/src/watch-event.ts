// What a watch tells, as it is on the wire. Read by watch-stream.ts, handed out by client.ts.
import type { KubeObject, KubeStatus } from "@capstan/kube";

/** What happened to an object of a watched kind. */
export interface ObjectEvent<T extends KubeObject = KubeObject> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: T;
}

/** That everything up to a version was told; the object carries nothing but `metadata.resourceVersion` and annotations. */
export interface BookmarkEvent {
  readonly type: "BOOKMARK";
  readonly object: KubeObject;
}

/** That the watch failed after it had begun, most often because its version is too old (410). */
export interface ErrorEvent {
  readonly type: "ERROR";
  readonly object: KubeStatus;
}

/** One event of a watch. */
export type WatchEvent<T extends KubeObject = KubeObject> = ObjectEvent<T> | BookmarkEvent;

/** The annotation of the bookmark that ends the initial events of a watch with `sendInitialEvents`. */
export const initialEventsEnd = "k8s.io/initial-events-end";
