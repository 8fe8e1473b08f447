// Deletion: at once when no finalizer is left, otherwise by setting deletionTimestamp.
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import { notSupported, rootPath } from "@capstan/schema/structural";
import type { ApiObject } from "../kinds/api-kind.ts";
import { conflict, invalidOptions, notFound } from "../api-status.ts";
import type { StoredObject } from "../store/collection.ts";
import { objectIn } from "../store/rendering.ts";
import type { ServerState } from "../server-state.ts";
import { timestamp } from "./system-metadata.ts";
import { isDryRun, type WriteContext } from "./write-context.ts";
import { isFinalized, type ObjectPlace } from "./write-rules.ts";

/** What happens to dependents. */
export type Propagation = (typeof propagations)[number];

const propagations = ["Foreground", "Background", "Orphan"] as const;

/** The options of a deletion. */
export interface DeletionOptions {
  readonly propagation?: Propagation;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
}

/** The result of a deletion. */
export interface DeleteResult {
  /** The object as it is now, or its last state. */
  readonly stored: StoredObject;
  /** Whether it is deleted; otherwise it waits for finalizers. */
  readonly deleted: boolean;
}

/** The finalizer of an object whose dependents are deleted first. */
export const foregroundFinalizer = "foregroundDeletion";
/** The finalizer of an object whose dependents are kept. */
export const orphanFinalizer = "orphan";

/** Parses DeleteOptions from a request's body or query. */
export function parseDeleteOptions(body: unknown, query: URLSearchParams): DeletionOptions {
  const options = isJsonObject(body) ? body : {};
  const preconditions = isJsonObject(options["preconditions"]) ? options["preconditions"] : {};
  const given = options["propagationPolicy"] ?? query.get("propagationPolicy");
  const propagation = propagations.find((one) => one === given);
  if (given !== null && propagation === undefined)
    throw invalidOptions(
      "DeleteOptions",
      notSupported(rootPath.child("propagationPolicy"), given, [...propagations, "nil"]),
    );
  const dryRun = Array.isArray(options["dryRun"]) ? options["dryRun"].map(String) : query.getAll("dryRun");
  return {
    ...(propagation === undefined ? {} : { propagation }),
    ...(typeof preconditions["uid"] === "string" ? { uid: preconditions["uid"] } : {}),
    ...(typeof preconditions["resourceVersion"] === "string"
      ? { resourceVersion: preconditions["resourceVersion"] }
      : {}),
    dryRun: isDryRun(dryRun, "DeleteOptions"),
  };
}

/** Deletes an object or marks it as deleted; retries when it changes in between. */
export async function deleteObject(
  server: ServerState,
  place: ObjectPlace,
  { options, context }: { readonly options: DeletionOptions; readonly context: WriteContext },
): Promise<DeleteResult> {
  const { resource, namespace, name } = place;
  const { kind } = resource;
  for (;;) {
    const stored = server.store.collection(kind).get({ namespace, name });
    if (stored === undefined) throw notFound(kind, name);
    checkPreconditions(place, stored.object, options);
    const oldObject = await objectIn(kind, stored, resource.version.name);
    const dryRun = options.dryRun === true || context.dryRun;
    await server.admission.admitDeletion({
      resource,
      namespace,
      operation: "DELETE",
      oldObject,
      context: { ...context, dryRun },
    });
    const last = marked(place, stored.object, { ...options, ms: server.now() });
    if (dryRun) return { stored, deleted: isFinalized(last) };
    const done = settle(server, place, { stored, last });
    if (done !== undefined) return done;
  }
}

/** Stores the deletion in one synchronous step; undefined when the object has changed in between. */
function settle(
  server: ServerState,
  { resource: { kind } }: ObjectPlace,
  { stored, last }: { readonly stored: StoredObject; readonly last: ApiObject },
): DeleteResult | undefined {
  if (isFinalized(last)) {
    const removed = server.store.remove(kind, last, stored);
    return removed === undefined ? undefined : { stored: removed, deleted: true };
  }
  if (deepEqual(last, stored.object)) return { stored, deleted: false };
  const put = server.store.put(kind, last, stored);
  return put === undefined ? undefined : { stored: put, deleted: false };
}

function checkPreconditions(
  { resource: { kind }, name }: ObjectPlace,
  { metadata }: ApiObject,
  { uid, resourceVersion }: DeletionOptions,
): void {
  // The real server names the kind here and the resource in all other errors.
  const named = { ...kind, plural: kind.kind };
  if (uid !== undefined && uid !== metadata.uid)
    throw conflict(
      named,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw conflict(
      named,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
}

/** The object with finalizers and deletionTimestamp set. */
function marked(
  { resource: { kind } }: ObjectPlace,
  object: ApiObject,
  { propagation, ms }: DeletionOptions & { readonly ms: number },
): ApiObject {
  const next = deepClone(object);
  const meta = next.metadata;
  if (propagation !== undefined) {
    const others = (meta.finalizers ?? []).filter(
      (finalizer) => finalizer !== foregroundFinalizer && finalizer !== orphanFinalizer,
    );
    const own =
      propagation === "Foreground" ? [foregroundFinalizer] : propagation === "Orphan" ? [orphanFinalizer] : [];
    meta.finalizers = [...others, ...own];
    if (meta.finalizers.length === 0) delete meta.finalizers;
  }
  if (meta.deletionTimestamp !== undefined) return next;
  kind.beforeDelete?.(next);
  if (isFinalized(next)) return next;
  meta.deletionTimestamp = timestamp(ms);
  meta.deletionGracePeriodSeconds = 0;
  if (meta.generation !== undefined) meta.generation += 1;
  return next;
}
