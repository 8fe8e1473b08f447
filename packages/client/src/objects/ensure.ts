// Creates an object, or brings an existing one to the wanted state; an object that is as wanted is not written.
import {
  applyMergePatch,
  copyWithout,
  deepClone,
  keyOf,
  type KubeObject,
  mergeMetadataLists,
  type ObjectMeta,
  type Resource,
} from "@capstan/kube";
import { isAlreadyExists } from "../api-error.ts";
import type { Client, UntypedPatches, WriteOptions } from "../client.ts";
import { type Ensured, type Replacement, replaceStored } from "./modify.ts";

/** The calls that `ensure` and `createOrPatch` make. */
export type EnsureClient = Pick<Client, "create" | "find" | "get"> & UntypedPatches;

/**
 * Creates the object, or changes the given fields of the existing one. Fields that are not given stay as they are, a field that is null is removed, and a list is replaced as a whole: except owner references and finalizers,
 * where the given entries are added or changed and those of others stay. The stored object is compared first: nothing is sent when it has what is given. What the server sets (uid, version, managed fields) is ignored in the given object.
 *
 * Resolves to what was done and to the object as it is stored. When somebody else creates it at the same time, theirs is changed; when somebody writes it in between, it is compared again. Rejects with
 * `kube/other-controller` when the given object has a controller and the stored one has another, and with the ApiError of the server.
 *
 * A list whose elements get defaults from the server, such as the containers of a Deployment, never equals the given one, so it is sent each time, and the server finds nothing new: give the defaults too, or use `createOrPatch`.
 *
 * @example
 * const { outcome } = await ensure(client, ConfigMap, pageOf(website));
 * if (outcome !== "unchanged") events.record(website, { type: "Normal", reason: "Published", message: `page ${outcome}` });
 */
export async function ensure<T extends KubeObject>(
  client: EnsureClient,
  resource: Resource<T>,
  desired: T,
): Promise<Ensured<T>> {
  const given = withoutServerFields(desired);
  return createOr(client, resource, {
    key: keyOf(desired),
    created: () => given,
    changed: (stored) => withGiven(stored, given),
  });
}

/** An object that is created or changed. */
export interface CreateOrPatch<T extends KubeObject> extends WriteOptions {
  /** The object before the change, where it does not exist: its name, and what only a new object gets. */
  readonly object: T;
  /** Changes a copy of the stored object, or of `object`. It may be called several times. What it throws rejects the call, and nothing is written. */
  readonly change: (draft: T) => unknown;
}

/**
 * Creates an object or changes the existing one, as `CreateOrPatch` of controller-runtime does: the function gets a copy of the stored object, or of the given one, and brings it to the wanted state; the difference
 * is sent. So it can change one element of a list and leave what the server has set by default. Nothing is sent when the function changes nothing.
 *
 * Resolves to what was done and to the object as it is stored. Conflicts and errors are those of `modify`.
 *
 * @example
 * await createOrPatch(client, Deployment, {
 *   object: { apiVersion: "apps/v1", kind: "Deployment", metadata: { namespace, name } },
 *   change(draft) {
 *     setController(draft, website);
 *     draft.spec = { ...draft.spec, replicas: 2 };
 *   },
 * });
 */
export async function createOrPatch<T extends KubeObject>(
  client: EnsureClient,
  resource: Resource<T>,
  { object, change, ...options }: CreateOrPatch<T>,
): Promise<Ensured<T>> {
  const changed = async (before: T): Promise<T> => {
    const draft = deepClone(before);
    await change(draft);
    return draft;
  };
  return createOr(client, resource, { ...options, key: keyOf(object), created: () => changed(object), changed });
}

interface CreateOr<T extends KubeObject> extends Omit<Replacement<T>, "read"> {
  readonly created: () => T | Promise<T>;
}

async function createOr<T extends KubeObject>(
  client: EnsureClient,
  resource: Resource<T>,
  { created, ...change }: CreateOr<T>,
): Promise<Ensured<T>> {
  const { key, changed: _, ...options } = change;
  const read = await client.find(resource, key, options);
  if (read === undefined) {
    try {
      return { outcome: "created", object: await client.create(resource, await created(), options) };
    } catch (error) {
      // Somebody else has created it meanwhile.
      if (!isAlreadyExists(error)) throw error;
    }
  }
  return replaceStored(client, resource, { ...change, read });
}

const serverFields: readonly (keyof ObjectMeta)[] = [
  "creationTimestamp",
  "deletionGracePeriodSeconds",
  "deletionTimestamp",
  "generation",
  "managedFields",
  "resourceVersion",
  "selfLink",
  "uid",
];

function withoutServerFields<T extends KubeObject>(object: T): T {
  return { ...object, metadata: serverFields.reduce<object>(copyWithout, object.metadata) };
}

/** The stored object with the given fields. */
function withGiven<T extends KubeObject>(stored: T, given: T): T {
  // A merge patch of an object makes an object of the same kind.
  const merged = applyMergePatch(stored, given) as T;
  const lists = mergeMetadataLists(stored, { before: { metadata: {} }, after: given });
  for (const name of ["finalizers", "ownerReferences"] as const)
    if (given.metadata[name] !== undefined) Object.assign(merged.metadata, { [name]: lists[name] });
  return merged;
}
