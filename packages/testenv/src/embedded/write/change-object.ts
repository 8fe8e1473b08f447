// Updates of an object: computes the next state from the current one, then admits, validates and stores it, unless the object
// has changed in between. Used for PUT, PATCH and the server's own controllers.
import { deepClone, deepEqual } from "@capstan/kube";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { conflict, modified, notFound } from "../api-status.ts";
import type { StoredObject } from "../store/collection.ts";
import { shapeObject } from "./decode-object.ts";
import { objectIn } from "../store/rendering.ts";
import type { ServerState } from "../server-state.ts";
import { countGeneration, keepIdentity } from "./system-metadata.ts";
import type { WriteContext } from "./write-context.ts";
import { asRead, isFinalized, reshape, toStorage, validate, type ObjectPlace, type Written } from "./write-rules.ts";

const updateAttempts = 8;

/** Computes the next state from the current one, in the version of the request; throws to reject the update. */
export type NextState = (current: ApiObject) => ApiObject;

/** An update. */
export interface UpdateOptions {
  readonly change: NextState;
  readonly context: WriteContext;
}

/** Updates an object; retries when it changes in between and the request sets no resourceVersion. */
export async function updateObject(server: ServerState, place: ObjectPlace, options: UpdateOptions): Promise<Written> {
  const { kind } = place.resource;
  for (let attempt = 1; attempt <= updateAttempts; attempt++) {
    const stored = server.store.collection(kind).get(place);
    if (stored === undefined) throw notFound(kind, place.name);
    const written = await tryUpdate(server, place, { ...options, stored });
    if (written !== undefined) return written;
  }
  throw conflict(kind, place.name, modified);
}

async function tryUpdate(
  server: ServerState,
  place: ObjectPlace,
  { change, context, stored }: UpdateOptions & { readonly stored: StoredObject },
): Promise<Written | undefined> {
  const { resource, namespace } = place;
  const { kind, version } = resource;
  const current = await objectIn(kind, stored, version.name);
  const asked = change(deepClone(current));
  checkIdentity(resource, asked, current);
  const next =
    place.subresource === "status"
      ? { ...deepClone(current), status: asked["status"] }
      : { ...asked, ...(version.status ? statusOf(current) : {}) };
  if (next["status"] === undefined) delete next["status"];
  keepIdentity(next, current);
  shapeObject(next, resource, context);
  const attempt = {
    resource,
    namespace,
    subresource: place.subresource,
    operation: "UPDATE",
    oldObject: current,
    context,
  } as const;
  const admitted = reshape(await server.admission.mutate({ ...attempt, object: next }), next, { resource, context });
  keepIdentity(admitted, current);
  kind.prepare?.(admitted, { old: current, subresource: place.subresource });
  if (place.subresource === "" || place.subresource === "scale")
    countGeneration(kind, version, { next: admitted, current });
  validate(resource, admitted, current);
  await server.admission.validate({ ...attempt, object: admitted });
  const written = await toStorage(resource, admitted);
  if (context.dryRun) return { object: await asRead(resource, written) };
  return commit(server, resource, { stored, admitted, written });
}

function statusOf(current: ApiObject): { status: unknown } {
  return { status: current["status"] };
}

/** A resourceVersion or uid that the write sets must be the current one. */
function checkIdentity({ kind }: ApiResource, asked: ApiObject, current: ApiObject): void {
  const { resourceVersion = "", uid = "" } = asked.metadata;
  const name = current.metadata.name ?? "";
  if (uid !== "" && uid !== current.metadata.uid)
    throw conflict(
      kind,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`,
    );
  if (resourceVersion !== "" && resourceVersion !== current.metadata.resourceVersion)
    throw conflict(kind, name, modified);
}

interface Commit {
  readonly stored: StoredObject;
  /** In the version of the request. */
  readonly admitted: ApiObject;
  /** In the version that is stored. */
  readonly written: ApiObject;
}

function commit(
  server: ServerState,
  { kind }: ApiResource,
  { stored, admitted, written }: Commit,
): Written | undefined {
  const done = admitted.metadata.deletionTimestamp !== undefined && isFinalized(admitted);
  if (done) {
    const removed = server.store.remove(kind, written, stored);
    return removed === undefined ? undefined : { stored: removed, object: admitted };
  }
  if (deepEqual(written, stored.written)) return { stored, object: admitted };
  const put = server.store.put(kind, written, stored);
  return put === undefined ? undefined : { stored: put, object: admitted };
}
