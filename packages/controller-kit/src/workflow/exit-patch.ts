// Writes what a pass changed, in three requests at most: conditions, then metadata and spec, then the rest of status.
// In this order an endpoint or provider ID is never visible later than the flag that refers to it. A pass that
// changed nothing sends no request.
import { isNotFound, type Client } from "@capstan/client";
import { readPath, writePath } from "@capstan/contract";
import type { ConditionPlace } from "@capstan/contract/conditions";
import { copyWithout, createMergePatch, deepClone, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { Failures } from "./failures.ts";
import { removeFinalizerOnServer } from "./finalizer.ts";
import { patchConditions } from "./patch-conditions.ts";

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
}

/**
 * Sends what changed. All three requests are tried; their errors are collected. Resolves to whether the object has another generation than the pass has read: the generation that conditions
 * have observed is outdated then.
 */
export async function sendExitPatch(client: Client, patch: ExitPatch, failures: Failures): Promise<boolean> {
  const { release } = patch;
  let generation: number | undefined;
  let { resourceVersion } = patch.before.metadata;
  await failures.attempt(async () => (resourceVersion = await sendConditions(client, patch)));
  const stored = await failures.attempt(
    async () => (generation = await sendMetadataAndSpec(client, patch, resourceVersion)),
  );
  await failures.attempt(() => sendStatus(client, stored ? patch : withoutNewFlag(patch)));
  // Last, because the API server deletes the object with its last finalizer, and only if everything else was stored.
  if (!failures.any && release !== undefined) await failures.attempt(() => releaseObject(client, patch, release));
  return generation !== undefined && generation !== patch.before.metadata.generation;
}

/** Resolves to the version of the object afterwards. */
async function sendConditions(client: Client, patch: ExitPatch): Promise<string | undefined> {
  const { metadata } = await patchConditions(client, patch.resource, patch);
  return metadata.resourceVersion;
}

/** Resolves to the generation of the object afterwards; undefined when nothing was sent. */
async function sendMetadataAndSpec(
  client: Client,
  patch: ExitPatch,
  version: string | undefined,
): Promise<number | undefined> {
  const body = createMergePatch(copyWithout(patch.before, "status"), copyWithout(patch.after, "status"));
  if (typeof body !== "object" || body === null) return undefined;
  // Lists in metadata are replaced as a whole, so a patch of one of them carries the version it was derived from.
  const replacesList = ["finalizers", "ownerReferences"].some(
    (name) => readPath(body, `metadata.${name}`) !== undefined,
  );
  if (replacesList) writePath(body, "metadata.resourceVersion", version);
  const { metadata } = await client.patch(patch.resource, keyOf(patch.before), { type: "merge", body });
  return metadata.generation;
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
  const live = await client.find(resource, keyOf(before));
  if (live !== undefined && live.metadata.uid === before.metadata.uid)
    await removeFinalizerOnServer(client, resource, { object: live, finalizer });
}

function statusWithoutConditions(object: KubeObject, place: ConditionPlace): object {
  const draft: { status?: unknown } = deepClone({ status: readPath(object, "status") ?? {} });
  writePath(draft, place.path, undefined);
  draft.status ??= {};
  return draft;
}
