// Reads an object where its absence ends something for good: a pause, a reservation, an address, a finalizer. A server that does not serve the kind for a moment, as while its CRD changes,
// answers 404 too, and `find` of the client takes that for an object that does not exist.
import { type CallOptions, type Client, isObjectNotFound } from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";

/** The object as the API server has it; undefined only when the server says that there is none of this name. */
export async function findStored<T extends KubeObject>(
  client: Pick<Client, "get">,
  resource: Resource<T>,
  key: ObjectKey,
  options: CallOptions = {},
): Promise<T | undefined> {
  try {
    return await client.get(resource, key, options);
  } catch (error) {
    if (isObjectNotFound(error, key.name)) return undefined;
    throw error;
  }
}
