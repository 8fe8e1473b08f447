// The paths of kinds and objects on an API server.
import { formatKey, type ObjectKey, type Resource } from "@capstan/kube";
import { clientError } from "../errors.ts";

/** The path of a kind's list, in one namespace or in all. */
export function collectionPath(resource: Resource, namespace?: string): string {
  const root = resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope =
    resource.scope === "Namespaced" && namespace !== undefined && namespace !== ""
      ? `/namespaces/${encodeURIComponent(namespace)}`
      : "";
  return `${root}${scope}/${resource.plural}`;
}

/** The path of an object, or of one of its subresources. */
export function objectPath(resource: Resource, key: ObjectKey, subresource?: string): string {
  const path = `${collectionPath(resource, namespaceOf(resource, key))}/${encodeURIComponent(requireName(resource, key))}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** The name of an object in messages: "LocalMachine default/a". */
export function describeObject(resource: Resource, key: ObjectKey): string {
  return `${resource.kind} ${formatKey(key)}`;
}

/** The namespace of a key; an empty one in the key of a namespaced object would address another object or the whole cluster. */
export function namespaceOf(resource: Resource, key: ObjectKey): string {
  if (resource.scope === "Namespaced" && key.namespace === "")
    throw clientError("client/incomplete-key", { kind: resource.kind, what: "namespace" });
  return key.namespace;
}

function requireName(resource: Resource, { name }: ObjectKey): string {
  if (name === "") throw clientError("client/incomplete-key", { kind: resource.kind, what: "name" });
  return name;
}
