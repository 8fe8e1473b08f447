// Changes an object that exists: what a function changes in a copy is sent as a patch of the version that it was made from, and made again when somebody else was first.
import {
  createMergePatch,
  deepClone,
  isJsonObject,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from "@capstan/kube";
import type { Client, SubresourceOptions, UntypedPatches } from "../client.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** What a call did. `unchanged` is also a write in which the server found nothing new. */
export type ObjectOutcome = "created" | "updated" | "unchanged";

/** What a call did, and the object as it is stored now. */
export interface Ensured<T extends KubeObject> {
  readonly outcome: ObjectOutcome;
  readonly object: T;
}

/** A change of one object. */
export interface Modification<T extends KubeObject> extends SubresourceOptions {
  readonly key: ObjectKey;
  /** The object as it was read before, for example from a cache, to save a read. An outdated one is no harm: the change is made again on the stored object. */
  readonly read?: T | undefined;
  /** Changes a copy of the object. It may be called several times, each time with the object as it is then. What it throws rejects the call, and nothing is written. */
  readonly change: (draft: T) => unknown;
}

/** The calls that a modification makes. */
export type ModifyClient = Pick<Client, "get"> & UntypedPatches;

/**
 * Changes an object as a function says, and leaves everything else in it as it is: the difference is sent, with the version that it was made from. When somebody else has written the object in between, the
 * function is called again with the object as it is then, five times at most; so an entry that is added to a list, such as an owner or a finalizer, removes nobody else's. Nothing is sent when the function changes
 * nothing.
 *
 * Resolves to what was done and to the object as it is stored. Rejects with `isNotFound` when it does not exist, with `isConflict` after five conflicts, and with what the function throws. The status of
 * a kind that has it as a subresource is changed with `subresource: "status"`, and nothing else then.
 *
 * @example
 * await modify(client, Secret, { key, change: (secret) => addFinalizer(secret, "website.example.com") });
 */
export async function modify<T extends KubeObject>(
  client: ModifyClient,
  resource: Resource<T>,
  { read, change, ...rest }: Modification<T>,
): Promise<Ensured<T>> {
  const changed = async (stored: T): Promise<T> => {
    const draft = deepClone(stored);
    await change(draft);
    return draft;
  };
  return replaceStored(client, resource, { ...rest, read, changed });
}

/** A change of one object as a function from the stored one, which it must leave as it is. */
export interface Replacement<T extends KubeObject> extends Omit<Modification<T>, "change"> {
  readonly changed: (stored: T) => T | Promise<T>;
}

/** Sends the difference between the stored object and what becomes of it. */
export async function replaceStored<T extends KubeObject>(
  client: ModifyClient,
  resource: Resource<T>,
  { key, read, changed, ...options }: Replacement<T>,
): Promise<Ensured<T>> {
  return retryOnConflict(async (attempt) => {
    const stored = (attempt === 1 ? read : undefined) ?? (await client.get(resource, key, options));
    const body = createMergePatch(stored, await changed(stored));
    if (!isJsonObject(body)) return { outcome: "unchanged", object: stored };
    const { resourceVersion } = stored.metadata;
    const metadata = { ...(isJsonObject(body["metadata"]) ? body["metadata"] : {}), resourceVersion };
    const object = await client.patch(resource, key, { ...options, type: "merge", body: { ...body, metadata } });
    return { outcome: object.metadata.resourceVersion === resourceVersion ? "unchanged" : "updated", object };
  });
}
