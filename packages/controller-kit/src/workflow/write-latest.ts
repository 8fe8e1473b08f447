// Repeats a write that is derived from an object when another writer was first.
import { isObjectNotFound, retryOnConflict, type Client } from "@capstan/client";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { findStored } from "./find-stored.ts";

/** An object as it was read, and a write that is derived from it. */
export interface DerivedWrite {
  readonly base: KubeObject;
  /** Writes what the object needs; returns it as it is then. Called again with the stored object after each conflict. */
  readonly write: (live: KubeObject) => Promise<KubeObject>;
}

/**
 * Writes until there is no conflict, five times at most; returns the object as it is now. An object that was deleted, or replaced by another of
 * the same name, ends it without an error: that other object is not the one of this pass. A 404 that does not name the object is an error: its kind is not served at the moment, and it exists still.
 */
export async function writeLatest(
  client: Client,
  resource: Resource,
  { base, write }: DerivedWrite,
): Promise<KubeObject> {
  let live = base;
  try {
    return await retryOnConflict(async (attempt) => {
      if (attempt > 1) {
        const found: KubeObject | undefined = await findStored(client, resource, keyOf(live));
        if (found === undefined || found.metadata.uid !== base.metadata.uid) return live;
        live = found;
      }
      return write(live);
    });
  } catch (error) {
    if (isObjectNotFound(error, keyOf(base).name)) return live;
    throw error;
  }
}
