// What a pass writes at its end, in three requests at most: conditions, then metadata and spec, then the rest of status.
// In this order an endpoint or providerID is never seen later than the flag that speaks of it. An empty difference sends
// nothing, so a pass that changed nothing costs nothing.
import { isNotFound, type Client } from "@capstan/client";
import { conditionsAt, writePath, type ConditionPlace } from "@capstan/contract";
import { createMergePatch, deepClone, deepEqual, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { removeFinalizer } from "./finalizer.ts";
import { patchConditions } from "./patch-conditions.ts";

/** A pass' changes: the object as it was read, and as the pass left it. */
export interface ExitPatch {
  readonly resource: Resource;
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly place: ConditionPlace;
  /** The finalizer to take off at the end. */
  readonly release?: string;
}

/** Sends what changed. All three requests are tried; their errors come as one. */
export async function sendExitPatch(client: Client, patch: ExitPatch): Promise<void> {
  const errors: unknown[] = [];
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    await step().catch((error: unknown) => errors.push(error));
  };
  let { resourceVersion } = patch.before.metadata;
  await attempt(async () => (resourceVersion = await sendConditions(client, patch)));
  await attempt(() => sendMetadataAndSpec(client, patch, resourceVersion));
  await attempt(() => sendStatus(client, patch));
  // After the status: the object is gone with its last finalizer. And only if all before it was stored.
  if (errors.length === 0 && patch.release !== undefined)
    await attempt(() => release(client, patch, patch.release as string));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("; "));
}

/** Resolves to the version of the object afterwards. */
async function sendConditions(client: Client, patch: ExitPatch): Promise<string | undefined> {
  const { resource, before, after, place } = patch;
  const was = conditionsAt(before, place);
  const conditions = conditionsAt(after, place).filter((now) => !was.some((old) => deepEqual(old, now)));
  const live =
    conditions.length === 0 ? before : await patchConditions(client, resource, { base: before, place, conditions });
  return live.metadata.resourceVersion;
}

async function sendMetadataAndSpec(client: Client, patch: ExitPatch, version: string | undefined): Promise<void> {
  const body = createMergePatch(withoutStatus(patch.before), withoutStatus(patch.after));
  if (body !== undefined)
    await client.patch(patch.resource, keyOf(patch.before), { type: "merge", body: versioned(body, version) });
}

/** Lists in metadata are replaced whole, so a patch that touches one says which version it knew. */
function versioned(body: unknown, resourceVersion: string | undefined): unknown {
  const { metadata } = body as { metadata?: Record<string, unknown> };
  if (metadata === undefined || !("finalizers" in metadata || "ownerReferences" in metadata)) return body;
  return { ...(body as object), metadata: { ...metadata, resourceVersion } };
}

async function sendStatus(client: Client, patch: ExitPatch): Promise<void> {
  const status = createMergePatch(
    statusWithoutConditions(patch.before, patch.place),
    statusWithoutConditions(patch.after, patch.place),
  );
  if (status === undefined) return;
  try {
    await client.patch(patch.resource, keyOf(patch.before), { type: "merge", body: status, subresource: "status" });
  } catch (error) {
    if (!(isNotFound(error) && patch.before.metadata.deletionTimestamp !== undefined)) throw error;
  }
}

async function release(client: Client, { resource, before }: ExitPatch, finalizer: string): Promise<void> {
  // The version that was read is old by now if conditions were written: start from the live object.
  const live = await client.find(resource, keyOf(before));
  if (live !== undefined && live.metadata.uid === before.metadata.uid)
    await removeFinalizer(client, resource, { object: live, finalizer });
}

function withoutStatus(object: KubeObject): object {
  const { status: _status, ...rest } = object as KubeObject & { status?: unknown };
  return rest;
}

function statusWithoutConditions(object: KubeObject, place: ConditionPlace): object {
  const draft: { status?: unknown } = deepClone({ status: (object as { status?: unknown }).status ?? {} });
  writePath(draft, place.path, undefined);
  draft.status ??= {};
  return draft;
}
