// Moves the objects of a kind to its storage version: a patch that changes nothing makes the API server store each object again.
import { type Client, isConflict, isObjectNotFound } from "@capstan/client";
import type { CrdState } from "./crd-state.ts";
import { eachObject, type EachObject } from "./each-object.ts";
import { idOf, type ListedObject } from "./stored-objects.ts";

/** What became of the objects. */
export interface MoveCounts {
  /** Were stored in an older version. */
  moved: number;
  /** Were stored in the storage version. */
  current: number;
  /** Were deleted, or written by others, after they were listed. */
  elsewhere: number;
}

/** What objects are moved with. */
export interface MoveContext extends Omit<EachObject, "kind" | "what"> {
  readonly client: Client;
  /** The objects that need nothing more; those that are moved are added. */
  readonly done: Set<string>;
}

/** Moves the objects. Throws when some could not be moved; a later call leaves out those that were. */
export async function moveObjects(
  state: CrdState,
  objects: readonly ListedObject[],
  { client, done, ...each }: MoveContext,
): Promise<MoveCounts> {
  const counts: MoveCounts = { moved: 0, current: 0, elsewhere: 0 };
  const left = objects.filter((object) => !done.has(idOf(object)));
  const move = async (object: ListedObject): Promise<void> => {
    counts[await moveObject(state, object, { client, signal: each.signal })] += 1;
    done.add(idOf(object));
  };
  await eachObject(left, move, { ...each, kind: state.storage.kind, what: "moved to the storage version" });
  return counts;
}

async function moveObject(
  { storage, hasStatus }: CrdState,
  object: ListedObject,
  { client, signal }: Pick<MoveContext, "client" | "signal">,
): Promise<keyof MoveCounts> {
  const { namespace, name, resourceVersion } = object;
  const { apiVersion, kind } = storage;
  const metadata = { ...(namespace === "" ? {} : { namespace }), name, resourceVersion };
  try {
    const { metadata: written } = await client.patch(storage, object, {
      type: "merge",
      body: { apiVersion, kind, metadata },
      ...(hasStatus ? { subresource: "status" } : {}),
      signal,
    });
    object.resourceVersion = written.resourceVersion ?? "";
    return object.resourceVersion === resourceVersion ? "current" : "moved";
  } catch (error) {
    if (!isObjectNotFound(error, name) && !isConflict(error)) throw error;
    return "elsewhere";
  }
}
