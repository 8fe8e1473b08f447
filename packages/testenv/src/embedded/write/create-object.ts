// Creation, in the API server's order: pruning and defaults, mutating admission, identity, validation, validating admission,
// conversion to the stored version, store.
import { keyOf } from "@capstan/kube";
import type { ApiObject } from "../kinds/api-kind.ts";
import { alreadyExists, forbiddenWrite, notFound, rejection, StatusError } from "../api-status.ts";
import { shapeObject } from "./decode-object.ts";
import type { ServerState } from "../server-state.ts";
import { generatedName, setIdentity } from "./system-metadata.ts";
import type { WriteContext } from "./write-context.ts";
import { asRead, reshape, toStorage, validate, type ObjectPlace, type Written } from "./write-rules.ts";

const generateAttempts = 8;

/** Creates an object that `decodeObject` returned. */
export async function createObject(
  server: ServerState,
  { resource, namespace }: ObjectPlace,
  { object, context }: { readonly object: ApiObject; readonly context: WriteContext },
): Promise<Written> {
  const { kind, version } = resource;
  if ((object.metadata.resourceVersion ?? "") !== "")
    throw rejection("InternalError", "resourceVersion should not be set on objects to be created");
  const { name } = keyOf(object);
  checkNamespace(server, { resource, namespace, name });
  const { generateName = "" } = object.metadata;
  const generates = name === "" && generateName !== "";
  shapeObject(object, resource, context);
  const admitted = reshape(
    await server.admission.mutate({ resource, namespace, operation: "CREATE", object, context }),
    object,
    { resource, context },
  );
  if (generates) admitted.metadata.name = generatedName(generateName);
  setIdentity(kind, admitted, server.now());
  if (version.status && version.schema !== undefined) delete admitted["status"];
  kind.prepare?.(admitted);
  validate(resource, admitted, undefined);
  await server.admission.validate({ resource, namespace, operation: "CREATE", object: admitted, context });
  for (let attempt = 1; ; attempt++) {
    const key = keyOf(admitted);
    if (server.store.collection(kind).get(key) === undefined) {
      const written = await toStorage(resource, admitted);
      if (context.dryRun) return { object: await asRead(resource, written) };
      const stored = server.store.put(kind, written, undefined);
      if (stored !== undefined) return { stored, object: admitted };
    }
    if (!generates || attempt === generateAttempts) throw alreadyExists(kind, key.name);
    admitted.metadata.name = generatedName(generateName);
  }
}

/** The namespace must exist and must not be terminating. */
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
