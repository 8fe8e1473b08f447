// Writes what a pass changed, in three requests at most: metadata and spec, then status, then the conditions in it. In this order an endpoint or provider ID is never visible later
// than the flag that refers to it, and Ready says whether the API server has stored what the pass found. A pass that changed nothing sends no request.
import { isObjectNotFound, type Client } from "@capstan/client";
import { readPath, writePath } from "@capstan/contract";
import type { ConditionPlace } from "@capstan/contract/conditions";
import {
  copyWithout,
  createMergePatch,
  deepClone,
  deepEqual,
  isJsonObject,
  keyOf,
  type KubeObject,
  mergeMetadataLists,
  type Resource,
} from "@capstan/kube";
import { Failures } from "./failures.ts";
import { removeFinalizerOnServer } from "./finalizer.ts";
import { patchConditions } from "./patch-conditions.ts";
import { findStored, writeLatest } from "./write-latest.ts";

/** The changes of a pass: the object as it was read, and as the pass left it. */
export interface ExitPatch {
  readonly resource: Resource;
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly place: ConditionPlace;
  /** The condition types of this controller. */
  readonly owned: ReadonlySet<string>;
  /** The paths of the provisioned flag, in every contract that the kind follows. */
  readonly flags: readonly string[];
  /** The finalizer to remove at the end. */
  readonly release: string | undefined;
  /** Says in the conditions of an object that what the pass found was not stored. */
  readonly setNotStored: (object: KubeObject, error: unknown) => void;
}

/**
 * Sends what changed. All three requests are tried; their errors are collected. Resolves to whether the object has another generation than the pass has read: the generation that conditions
 * have observed is outdated then.
 */
export async function sendExitPatch(client: Client, patch: ExitPatch, failures: Failures): Promise<boolean> {
  const { before, release } = patch;
  if (release === undefined && deepEqual(before, patch.after)) return false;
  let [written, live] = [before, before];
  const writes = new Failures();
  const stored = await writes.attempt(async () => (live = written = await sendMetadataAndSpec(client, patch)));
  await writes.attempt(async () => (live = await sendStatus(client, stored ? patch : withoutNewFlag(patch), live)));
  await writes.attempt(() => sendConditions(client, patch, { live, error: writes.first }));
  failures.addAll(writes);
  // Last, because the API server deletes the object with its last finalizer, and only if everything else was stored.
  if (!failures.any && release !== undefined) await failures.attempt(() => releaseObject(client, patch, release));
  return written.metadata.generation !== before.metadata.generation;
}

/** Resolves to the object afterwards. */
async function sendMetadataAndSpec(client: Client, patch: ExitPatch): Promise<KubeObject> {
  const { before } = patch;
  const body = createMergePatch(copyWithout(before, "status"), copyWithout(patch.after, "status"));
  if (!isJsonObject(body)) return before;
  const send = (sent: object): Promise<KubeObject> =>
    client.patch(patch.resource, keyOf(before), { type: "merge", body: sent });
  const { metadata } = body;
  // A list that was removed is null.
  const isShared = isJsonObject(metadata) && sharedLists.some((name) => Object.hasOwn(metadata, name));
  if (!isShared) return send(body);
  const write = async (latest: KubeObject): Promise<KubeObject> => {
    const sent = withMergedLists(body, latest, patch);
    return sent === undefined ? latest : send(sent);
  };
  return writeLatest(client, patch.resource, { base: before, write });
}

/** The lists in metadata that several writers share. A patch replaces them as a whole. */
const sharedLists = ["finalizers", "ownerReferences"] as const;

/** The patch with what the pass has changed in lists as the server has them now, for this version of the object only; undefined when nothing is left to change. */
function withMergedLists(
  body: Readonly<Record<string, unknown>>,
  latest: KubeObject,
  patch: ExitPatch,
): object | undefined {
  const lists = mergeMetadataLists(latest, patch);
  const others = isJsonObject(body["metadata"]) ? body["metadata"] : {};
  const metadata: Record<string, unknown> = { ...others };
  for (const name of sharedLists)
    if (deepEqual(lists[name], latest.metadata[name] ?? [])) delete metadata[name];
    else metadata[name] = lists[name];
  if (Object.keys(body).length === 1 && Object.keys(metadata).length === 0) return undefined;
  return { ...body, metadata: { ...metadata, resourceVersion: latest.metadata.resourceVersion } };
}

/** Resolves to the object afterwards. */
async function sendStatus(client: Client, patch: ExitPatch, live: KubeObject): Promise<KubeObject> {
  const status = createMergePatch(
    statusWithoutConditions(patch.before, patch.place),
    statusWithoutConditions(patch.after, patch.place),
  );
  if (status === undefined) return live;
  const key = keyOf(patch.before);
  try {
    return await client.patch(patch.resource, key, { type: "merge", body: status, subresource: "status" });
  } catch (error) {
    if (!(isObjectNotFound(error, key.name) && patch.before.metadata.deletionTimestamp !== undefined)) throw error;
    return live;
  }
}

interface Stored {
  /** The object as it was stored. */
  readonly live: KubeObject;
  /** Why a part was not. */
  readonly error: unknown;
}

async function sendConditions(client: Client, patch: ExitPatch, { live, error }: Stored): Promise<void> {
  const { resource, before, place, owned } = patch;
  const after = error === undefined ? patch.after : deepClone(patch.after);
  if (error !== undefined) patch.setNotStored(after, error);
  await patchConditions(client, resource, { before, after, place, owned, live });
}

/**
 * The rest of the status without a flag that this pass has set: core takes over endpoint or provider ID once, when it sees the flag, and
 * they were not stored. The next pass sets it again.
 */
function withoutNewFlag(patch: ExitPatch): ExitPatch {
  const after = deepClone(patch.after);
  for (const path of patch.flags) writePath(after, path, readPath(patch.before, path));
  return { ...patch, after };
}

async function releaseObject(client: Client, { resource, before }: ExitPatch, finalizer: string): Promise<void> {
  // The version that was read is outdated if conditions were written: start from the live object.
  const live = await findStored(client, resource, keyOf(before));
  if (live !== undefined && live.metadata.uid === before.metadata.uid)
    await removeFinalizerOnServer(client, resource, { object: live, finalizer });
}

function statusWithoutConditions(object: KubeObject, place: ConditionPlace): object {
  const draft: { status?: unknown } = deepClone({ status: readPath(object, "status") ?? {} });
  writePath(draft, place.path, undefined);
  draft.status ??= {};
  return draft;
}
