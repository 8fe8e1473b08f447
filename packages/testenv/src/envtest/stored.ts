// Reads an object as etcd holds it, past every conversion: proof of the version that it is stored in. Used by start.ts.
// For custom resources only, which are stored as JSON; built-in kinds are stored as protobuf.
import { formatKey, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { envtestError } from "./errors.ts";
import type { Etcd } from "./etcd.ts";

/** What the stored object's key is made of. */
export type StoredResource = Pick<Resource, "group" | "plural">;

/** The object as it is stored; undefined when there is none. */
export async function readStored(
  etcd: Etcd,
  resource: StoredResource,
  key: ObjectKey,
): Promise<UnstructuredObject | undefined> {
  const path = ["/registry", resource.group, resource.plural, key.namespace, key.name]
    .filter((part) => part !== "")
    .join("/");
  const value = await etcd.read(path);
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value.toString("utf8")) as UnstructuredObject;
  } catch (cause) {
    throw envtestError("testenv/stored-binary", { plural: resource.plural, key: formatKey(key) }, cause);
  }
}
