// The metadata that only the server writes: identity, times, generation. What clients send there is ignored.
import { randomInt, randomUUID } from "node:crypto";
import { deepEqual, type ObjectMeta } from "@capstan/kube";
import type { ApiKind, ApiObject, ApiVersion } from "../kinds/api-kind.ts";

const suffixLetters = "bcdfghjklmnpqrstvwxz2456789";

/** A time with a precision of seconds, as the API server writes it. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A random name with the prefix, cut to a valid length. */
export function generatedName(prefix: string): string {
  const suffix = Array.from({ length: 5 }, () => suffixLetters[randomInt(suffixLetters.length)]).join("");
  return `${prefix.slice(0, 58)}${suffix}`;
}

const fieldsOfServer = [
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "resourceVersion",
  "selfLink",
] as const;

/** Sets uid and creationTimestamp of an object that is created at this time, and removes what clients must not set. */
export function setIdentity(kind: ApiKind, object: ApiObject, ms: number): void {
  const meta = object.metadata;
  for (const field of fieldsOfServer) delete meta[field];
  meta.uid = randomUUID();
  meta.creationTimestamp = timestamp(ms);
  // Other kinds keep the value that the client sets.
  if (kind.counted) meta.generation = 1;
}

const keptFields = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "generation",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "resourceVersion",
] as const;

/** Copies the server's metadata to the next state of an object. */
export function keepIdentity(next: ApiObject, current: ApiObject): void {
  for (const field of keptFields) copyField(next.metadata, current.metadata, field);
  delete next.metadata.managedFields;
}

function copyField<Field extends keyof ObjectMeta>(to: ObjectMeta, from: ObjectMeta, field: Field): void {
  if (from[field] === undefined) delete to[field];
  else to[field] = from[field];
}

/** Increments metadata.generation when anything but metadata, or a status subresource, changes. */
export function countGeneration(
  kind: ApiKind,
  version: ApiVersion,
  { next, current }: { readonly next: ApiObject; readonly current: ApiObject },
): void {
  if (!kind.counted) return;
  const apart = new Set(["metadata", "apiVersion", "kind", ...(version.status ? ["status"] : [])]);
  const fields = new Set([...Object.keys(next), ...Object.keys(current)].filter((field) => !apart.has(field)));
  const changed = [...fields].some((field) => !deepEqual(next[field], current[field]));
  if (changed) next.metadata.generation = (current.metadata.generation ?? 0) + 1;
}
