// Repeats a write that is derived from an object when another writer was first, and reads an object where its absence ends something for good: a pause, a reservation, an address, a
// finalizer. A server that does not serve the kind for a moment, as while its CRD changes, answers 404 too, and `find` of the client takes that for an object that does not exist.
import { isObjectNotFound, retryOnConflict, type Client } from "@capstan/client";
import { keyOf, type KubeObject, type ObjectKey, type Resource } from "@capstan/kube";

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

/** The object as the API server has it; undefined only when the server says that there is none of this name. */
export async function findStored<T extends KubeObject>(
  client: Pick<Client, "get">,
  resource: Resource<T>,
  key: ObjectKey,
): Promise<T | undefined> {
  try {
    return await client.get(resource, key);
  } catch (error) {
    if (isObjectNotFound(error, key.name)) return undefined;
    throw error;
  }
}
