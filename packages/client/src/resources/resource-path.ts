// The paths of kinds and objects on an API server.
import { formatKey, type ObjectKey, type Resource } from "@capstan/kube";
import { clientError } from "../errors.ts";

/** The path of a kind's list, in one namespace or in all. */
export function collectionPath(resource: Resource, namespace?: string): string {
  const root = resource.group === "" ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope =
    resource.scope === "Namespaced" && namespace !== undefined && namespace !== ""
      ? `/namespaces/${part(resource, "namespace", namespace)}`
      : "";
  return `${root}${scope}/${resource.plural}`;
}

/** The path of an object, or of one of its subresources. */
export function objectPath(resource: Resource, key: ObjectKey, subresource?: string): string {
  const path = `${collectionPath(resource, namespaceOf(resource, key))}/${part(resource, "name", requireName(resource, key))}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Kubernetes allows 253, and some kinds had longer ones. */
const longestName = 1024;

/** A part of a path. What a hostile server has sent for it may have another type than it should, and be very long. */
function part(resource: Resource, what: string, value: unknown): string {
  if (typeof value === "string" && value.length <= longestName) return encodeURIComponent(value);
  const problem =
    typeof value === "string" ? `has more than ${longestName.toLocaleString("en")} characters` : "is no string";
  throw clientError("client/bad-key", { kind: resource.kind, what, problem });
}

/** What names, namespaces, groups, versions and kinds of Kubernetes look like. */
const usual = /^[\w.:/-]{0,253}$/;

/** A name in a message. Authors pass on what a server has sent, which may be of any type, and messages go into conditions. */
export function shownName(name: unknown): string {
  return typeof name === "string" && usual.test(name) ? name : "(a name with unusual characters)";
}

/** The name of an object in messages: "LocalMachine default/a". */
export function describeObject(resource: Resource, { namespace, name }: ObjectKey): string {
  const place = namespace === "" ? "" : shownName(namespace);
  return `${resource.kind} ${formatKey({ namespace: place, name: shownName(name) })}`;
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
