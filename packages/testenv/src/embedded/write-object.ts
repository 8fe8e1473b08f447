// Creation and change of objects, in the API server's order: shape, mutating admission, system metadata, validation,
// validating admission, conversion to the stored version, store. Handlers and the server's own controllers write through it.
import { deepClone, deepEqual } from "@capstan/kube";
import type { ApiObject, ApiResource } from "./api-kind.ts";
import {
  alreadyExists,
  conflict,
  forbiddenWrite,
  invalidObject,
  modified,
  notFound,
  refusal,
  StatusError,
} from "./api-status.ts";
import type { StoredObject } from "./collection.ts";
import { shapeObject } from "./decode-object.ts";
import { metadataErrors } from "./metadata-rules.ts";
import { objectIn } from "./rendering.ts";
import type { ServerState } from "./server-state.ts";
import { countGeneration, generatedName, keepIdentity, setIdentity } from "./system-metadata.ts";
import type { WriteContext } from "./write-context.ts";

/** What a write led to: the stored object, or on a dry run the object that would have been. */
export interface Written {
  readonly stored?: StoredObject;
  /** In the version of the request. */
  readonly object: ApiObject;
}

/** Where an object is, or is to be. */
export interface ObjectPlace {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

const generateAttempts = 8;
const updateAttempts = 8;

/** Creates an object that `decodeObject` has checked. */
export async function createObject(
  server: ServerState,
  { resource, namespace }: ObjectPlace,
  { object, context }: { readonly object: ApiObject; readonly context: WriteContext },
): Promise<Written> {
  const { kind, version } = resource;
  if ((object.metadata.resourceVersion ?? "") !== "")
    throw refusal("InternalError", "resourceVersion should not be set on objects to be created");
  checkNamespace(server, { resource, namespace, name: object.metadata.name ?? "" });
  const { generateName = "" } = object.metadata;
  const generates = (object.metadata.name ?? "") === "" && generateName !== "";
  shapeObject(object, resource, context);
  const admitted = reshape(
    await server.admission.mutate({ resource, namespace, operation: "CREATE", object, context }),
    object,
    { resource, context },
  );
  if (generates) admitted.metadata.name = generatedName(generateName);
  setIdentity(kind, admitted);
  if (version.status && version.schema !== undefined) delete admitted["status"];
  kind.prepare?.(admitted, undefined);
  validate(resource, admitted, undefined);
  await server.admission.validate({ resource, namespace, operation: "CREATE", object: admitted, context });
  for (let attempt = 1; ; attempt++) {
    const name = admitted.metadata.name ?? "";
    const key = { namespace: admitted.metadata.namespace ?? "", name };
    if (server.store.collection(kind).get(key) === undefined) {
      if (context.dryRun) return { object: admitted };
      const stored = server.store.put(kind, await toStorage(resource, admitted), undefined);
      if (stored !== undefined) return { stored, object: admitted };
    }
    if (!generates || attempt === generateAttempts) throw alreadyExists(kind, name);
    admitted.metadata.name = generatedName(generateName);
  }
}

/** What webhooks added is pruned and defaulted like the rest, but nobody is told of it. */
function reshape(
  admitted: ApiObject,
  before: ApiObject,
  { resource, context }: { readonly resource: ApiResource; readonly context: WriteContext },
): ApiObject {
  if (admitted !== before) shapeObject(admitted, resource, { ...context, fieldValidation: "Ignore", warnings: [] });
  return admitted;
}

/** Objects live in namespaces that exist and stay. */
function checkNamespace(
  server: ServerState,
  { resource: { kind }, namespace, name }: Omit<ObjectPlace, "subresource">,
): void {
  if (kind.scope === "Cluster") return;
  const found = server.namespace(namespace);
  if (found === undefined) throw notFound({ group: "", plural: "namespaces" }, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const error = forbiddenWrite(
    kind,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = {
    reason: "NamespaceTerminating",
    message: `namespace ${namespace} is being terminated`,
    field: "metadata.namespace",
  };
  throw new StatusError({ ...error.status, details: { ...error.status.details, causes: [cause] } });
}

function validate({ kind, version }: ApiResource, object: ApiObject, old: ApiObject | undefined): void {
  const errors = [
    ...metadataErrors(kind, object, old),
    ...(version.schema?.().validate(object, { old }) ?? []),
    ...(kind.validate?.(object, old) ?? []),
  ];
  if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? object.metadata.generateName ?? "", errors);
}

async function toStorage({ kind, version }: ApiResource, object: ApiObject): Promise<ApiObject> {
  // The store owns what it is given, and the caller goes on using its object.
  if (version.name === kind.storageVersion) return { ...object, metadata: { ...object.metadata } };
  const [converted] = await kind.convert([deepClone(object)], kind.storageVersion);
  return converted ?? object;
}

/** The next state of an object, made from its current one in the version of the request; throws to refuse. */
export type Change = (current: ApiObject) => ApiObject;

/** How an update is meant. */
export interface UpdateOptions {
  readonly change: Change;
  readonly context: WriteContext;
}

/** Changes an object, trying again when somebody else was faster and the request does not name a version. */
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
  kind.prepare?.(admitted, current);
  if (place.subresource === "") countGeneration(kind, version, { next: admitted, current });
  validate(resource, admitted, current);
  await server.admission.validate({ ...attempt, object: admitted });
  if (context.dryRun) return { object: admitted };
  return commit(server, resource, { stored, admitted });
}

function statusOf(current: ApiObject): { status: unknown } {
  return { status: current["status"] };
}

/** The version and uid that a write names must be the current ones. */
function checkIdentity({ kind }: ApiResource, asked: ApiObject, current: ApiObject): void {
  const { resourceVersion = "", uid = "" } = asked.metadata;
  const name = current.metadata.name ?? "";
  if (uid !== "" && uid !== current.metadata.uid)
    throw conflict(
      kind,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid ?? ""}`,
    );
  if (resourceVersion !== "" && resourceVersion !== current.metadata.resourceVersion)
    throw conflict(kind, name, modified);
}

async function commit(
  server: ServerState,
  resource: ApiResource,
  { stored, admitted }: { readonly stored: StoredObject; readonly admitted: ApiObject },
): Promise<Written | undefined> {
  const { kind } = resource;
  const object = await toStorage(resource, admitted);
  const done = admitted.metadata.deletionTimestamp !== undefined && isFinalized(admitted);
  if (done) {
    const removed = server.store.remove(kind, object, stored);
    return removed === undefined ? undefined : { stored: removed, object: admitted };
  }
  if (deepEqual(object, stored.object)) return { stored, object: admitted };
  const put = server.store.put(kind, object, stored);
  return put === undefined ? undefined : { stored: put, object: admitted };
}

/** Whether nothing holds a deleted object any more; namespaces are also held by their content. */
export function isFinalized(object: ApiObject): boolean {
  const inSpec =
    object.kind === "Namespace" && object.apiVersion === "v1"
      ? (object["spec"] as { finalizers?: string[] } | undefined)?.finalizers
      : [];
  return (object.metadata.finalizers ?? []).length === 0 && (inSpec ?? []).length === 0;
}
