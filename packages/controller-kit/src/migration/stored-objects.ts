// The objects of a kind as a migration sees them: metadata alone, read in pages from the API server.
import { type Client, isApiError } from "@capstan/client";
import { formatKey, type ManagedFieldsEntry, type ObjectMeta, type Resource } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import type { CrdState } from "./crd-state.ts";

/** What is kept of an object. */
export interface ListedObject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  resourceVersion: string;
  /** Empty unless some are of a version that is not served. */
  managedFields: ManagedFieldsEntry[];
}

/** Another object of the same name has another one. */
export function idOf(object: ListedObject): string {
  return `${formatKey(object)} ${object.uid}`;
}

const pageSize = 500;

/** What a list is read with. */
export interface ListContext {
  readonly client: Client;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * The objects of all namespaces. They are listed in the storage version. One object that cannot be converted to it makes that list fail, so the
 * other versions that objects are stored in are tried next: then the write of that object alone fails, and it can be named.
 */
export async function listStoredObjects(state: CrdState, context: ListContext): Promise<ListedObject[]> {
  const [first, ...rest] = [state.storage, ...state.older];
  try {
    return await listIn(first ?? state.storage, state, context);
  } catch (error) {
    if (!isApiError(error) || (error.status < 500 && error.status !== 429)) throw error;
    for (const resource of rest) {
      context.log.warn("Objects cannot be listed in the storage version", {
        reason: error.message,
        instead: resource.apiVersion,
      });
      const found = await listIn(resource, state, context).catch(() => undefined);
      if (found !== undefined) return found;
    }
    throw error;
  }
}

async function listIn(resource: Resource, state: CrdState, { client, signal }: ListContext): Promise<ListedObject[]> {
  const { items } = await client.listAll(resource, {
    metadataOnly: true,
    // Labels and managed fields of tenants can be large.
    keep: ({ apiVersion, kind, metadata }) => ({ apiVersion, kind, metadata: { ...listed(metadata, state) } }),
    limit: pageSize,
    signal,
  });
  return items.map(({ metadata }) => listed(metadata, state));
}

/** What is kept of metadata, and of what was kept. */
function listed(metadata: ObjectMeta, { served }: CrdState): ListedObject {
  const { namespace = "", name = "", uid = "", resourceVersion = "" } = metadata;
  return { namespace, name, uid, resourceVersion, managedFields: staleFields(metadata, served) };
}

/** The managed fields of an object if some are of a version that is not served any more. */
export function staleFields({ managedFields = [] }: ObjectMeta, served: ReadonlySet<string>): ManagedFieldsEntry[] {
  return managedFields.every(({ apiVersion = "" }) => served.has(apiVersion)) ? [] : managedFields;
}
