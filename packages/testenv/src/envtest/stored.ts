// Reads a custom resource as etcd stores it, before any conversion. Built-in kinds are stored as protobuf and cannot be read.
import { formatKey, type ObjectKey, type Resource, type UnstructuredObject } from "@capstan/kube";
import { envtestError } from "./errors.ts";
import type { Etcd } from "./etcd.ts";

/** The parts of a resource that the key in etcd contains. */
export type StoredResource = Pick<Resource, "group" | "plural">;

/** Reads the stored object; undefined when it does not exist. */
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
