// Removes managed fields of versions that are not served any more: the API server cannot read them, and server-side apply of such an
// object fails.
import { systemClock, type Client } from "@capstan/client";
import type { JsonPatchOperation, KubeObject, ManagedFieldsEntry } from "@capstan/kube";
import { writeLatest } from "../workflow/write-latest.ts";
import type { CrdState } from "./crd-state.ts";
import { eachObject, type EachObject } from "./each-object.ts";
import { staleFields, type ListedObject } from "./stored-objects.ts";

/** What managed fields are removed with. */
export interface CleanupContext extends Omit<EachObject, "kind" | "what"> {
  readonly client: Client;
}

/** Removes them from the objects that have some; returns how many objects. */
export async function cleanManagedFields(
  state: CrdState,
  objects: readonly ListedObject[],
  { client, ...each }: CleanupContext,
): Promise<number> {
  const stale = objects.filter(({ managedFields }) => managedFields.length > 0);
  const clean = async ({ managedFields, ...metadata }: ListedObject): Promise<void> => {
    const { apiVersion, kind } = state.storage;
    const base = { apiVersion, kind, metadata: { ...metadata, managedFields: [...managedFields] } };
    await writeLatest(client, state.storage, {
      base,
      write: (live) => cleanObject(client, state, { live, signal: each.signal }),
    });
  };
  await eachObject(stale, clean, { ...each, kind: state.storage.kind, what: "freed of old managed fields" });
  return stale.length;
}

async function cleanObject(
  client: Client,
  { storage, served }: CrdState,
  { live, signal }: { readonly live: KubeObject; readonly signal: AbortSignal },
): Promise<KubeObject> {
  const { namespace = "", name = "", resourceVersion } = live.metadata;
  const entries = staleFields(live.metadata, served);
  if (entries.length === 0) return live;
  const kept = entries.filter(({ apiVersion = "" }) => served.has(apiVersion));
  const value = kept.length > 0 ? kept : seed(entries[0], storage.apiVersion);
  const body: readonly JsonPatchOperation[] = [
    { op: "replace", path: "/metadata/managedFields", value },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
  ];
  return await client.patch(storage, { namespace, name }, { type: "json", body, signal });
}

/**
 * One entry that owns nothing but the name, which no apply changes. For an object without managed fields the API server would make
 * one at the next apply that owns every field.
 */
function seed({ manager, operation }: ManagedFieldsEntry = {}, apiVersion: string): ManagedFieldsEntry[] {
  const time = systemClock
    .date()
    .toISOString()
    .replace(/\.\d+Z$/, "Z");
  const fieldsV1 = { "f:metadata": { "f:name": {} } };
  return [
    {
      ...(manager === undefined ? {} : { manager }),
      ...(operation === undefined ? {} : { operation }),
      apiVersion,
      time,
      fieldsType: "FieldsV1",
      fieldsV1,
    },
  ];
}
