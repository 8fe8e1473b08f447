// Deletion: at once when nothing holds the object, else by marking it and waiting for its finalizers. Handlers and the
// server's own controllers delete through it; who deletes dependents is garbage-collector.ts.
import { deepClone, deepEqual, isJsonObject } from "@capstan/kube";
import type { ApiObject } from "./api-kind.ts";
import { conflict, notFound, refusal } from "./api-status.ts";
import type { StoredObject } from "./collection.ts";
import { objectIn } from "./rendering.ts";
import type { ServerState } from "./server-state.ts";
import { timestamp } from "./system-metadata.ts";
import { isDryRun, type WriteContext } from "./write-context.ts";
import { isFinalized, type ObjectPlace } from "./write-rules.ts";

/** What becomes of dependents. */
export type Propagation = "Background" | "Foreground" | "Orphan";

/** Settings of a deletion. */
export interface DeleteOptions {
  readonly propagation?: Propagation;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly dryRun?: boolean;
}

/** What a deletion led to. */
export interface Deleted {
  /** The object as it is now, or as it was at last. */
  readonly stored: StoredObject;
  /** Whether it is gone; else it waits for finalizers. */
  readonly gone: boolean;
}

/** The finalizers by which the garbage collector knows what it is to do. */
export const foregroundFinalizer = "foregroundDeletion";
export const orphanFinalizer = "orphan";

/** Reads a request's DeleteOptions, from its body or its query. */
export function parseDeleteOptions(body: unknown, query: URLSearchParams): DeleteOptions {
  const options = isJsonObject(body) ? body : {};
  const preconditions = isJsonObject(options["preconditions"]) ? options["preconditions"] : {};
  const propagation = options["propagationPolicy"] ?? query.get("propagationPolicy") ?? undefined;
  if (
    propagation !== undefined &&
    propagation !== "Background" &&
    propagation !== "Foreground" &&
    propagation !== "Orphan"
  )
    throw refusal(
      "Invalid",
      `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: ${JSON.stringify(propagation)}: supported values: "Foreground", "Background", "Orphan", "nil"`,
    );
  const dryRun = Array.isArray(options["dryRun"]) ? options["dryRun"].map(String) : query.getAll("dryRun");
  return {
    ...(propagation === undefined ? {} : { propagation }),
    ...(typeof preconditions["uid"] === "string" ? { uid: preconditions["uid"] } : {}),
    ...(typeof preconditions["resourceVersion"] === "string"
      ? { resourceVersion: preconditions["resourceVersion"] }
      : {}),
    dryRun: isDryRun(dryRun),
  };
}

/** Deletes an object, or marks it deleted; tries again when it changes meanwhile. */
export async function deleteObject(
  server: ServerState,
  place: ObjectPlace,
  { options, context }: { readonly options: DeleteOptions; readonly context: WriteContext },
): Promise<Deleted> {
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
    const last = marked(place, stored.object, options);
    if (dryRun) return { stored, gone: isFinalized(last) };
    const done = settle(server, place, { stored, last });
    if (done !== undefined) return done;
  }
}

/** One synchronous step; nothing when the object has changed under it. */
function settle(
  server: ServerState,
  { resource: { kind } }: ObjectPlace,
  { stored, last }: { readonly stored: StoredObject; readonly last: ApiObject },
): Deleted | undefined {
  if (isFinalized(last)) {
    const removed = server.store.remove(kind, last, stored);
    return removed === undefined ? undefined : { stored: removed, gone: true };
  }
  if (deepEqual(last, stored.object)) return { stored, gone: false };
  const put = server.store.put(kind, last, stored);
  return put === undefined ? undefined : { stored: put, gone: false };
}

function checkPreconditions(
  { resource: { kind }, name }: ObjectPlace,
  { metadata }: ApiObject,
  { uid, resourceVersion }: DeleteOptions,
): void {
  if (uid !== undefined && uid !== metadata.uid)
    throw conflict(
      kind,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid ?? ""}`,
    );
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw conflict(
      kind,
      name,
      `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion ?? ""}`,
    );
}

/** The object as its deletion leaves it, whether it goes now or waits. */
function marked({ resource: { kind } }: ObjectPlace, object: ApiObject, { propagation }: DeleteOptions): ApiObject {
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
  meta.deletionTimestamp = timestamp();
  meta.deletionGracePeriodSeconds = 0;
  if (meta.generation !== undefined) meta.generation += 1;
  return next;
}
