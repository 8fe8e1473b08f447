// The writes of the embedded server as its caller sees them: what changed, when, from which object to which. Nothing is copied.
import { errorFrom, keyOf, type ObjectKey, type UnstructuredObject } from "@capstan/kube";
import type { ObjectStore } from "./store/store.ts";

/** One write of the embedded server. Its objects are those that the server stores: they must not be modified. */
export interface EmbeddedChange {
  /** When it was stored, in milliseconds since 1970, by the computer's clock, also where the server has another. */
  readonly time: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly apiVersion: string;
  readonly kind: string;
  /** The plural name of the kind, as in paths. */
  readonly plural: string;
  readonly key: ObjectKey;
  /** The version of the write; of a deletion that of the deletion. */
  readonly resourceVersion: string;
  /** The object after the write; of a deletion its last state. */
  readonly object: UnstructuredObject;
  /** The object before the write; undefined for a new object. */
  readonly previous: UnstructuredObject | undefined;
}

/** Is called with each write, in the order of their versions. */
export type EmbeddedChangeListener = (change: EmbeddedChange) => void;

/** Calls the listener with every stored object as ADDED, in the order of their versions, then with every write, until the returned function is called. */
export function followChanges(store: ObjectStore, listener: EmbeddedChangeListener): () => void {
  const tell = guarded(listener);
  const existing = store.all().toSorted((a, b) => a.stored.revision - b.stored.revision);
  for (const { kind, stored } of existing)
    tell(changeOf({ type: "ADDED", plural: kind.plural, object: stored.object, previous: undefined }));
  return store.subscribe((kind, { type, current, previous }) =>
    tell(changeOf({ type, plural: kind.plural, object: current.object, previous: previous?.object })),
  );
}

function changeOf(write: Pick<EmbeddedChange, "type" | "plural" | "object" | "previous">): EmbeddedChange {
  const { apiVersion, kind, metadata } = write.object;
  const resourceVersion = metadata.resourceVersion ?? "";
  // Not by the server's clock: who follows the writes puts them beside what happens elsewhere, such as lines of a log, and a jump of that clock is no time in which nothing happened.
  return { time: Date.now(), apiVersion, kind, key: keyOf(write.object), resourceVersion, ...write };
}

/** The error of a listener is a warning: the request of a client, during which it is called, must not fail by it. */
function guarded(listener: EmbeddedChangeListener): EmbeddedChangeListener {
  return (change) => {
    try {
      listener(change);
    } catch (error) {
      process.emitWarning(errorFrom(error));
    }
  };
}
