// The metadata that only the server writes: identity, times, generation. create-object.ts and change-object.ts apply it on every write, so that
// whatever a client sends there is ignored.
import { randomInt, randomUUID } from "node:crypto";
import { deepEqual } from "@capstan/kube";
import type { ApiKind, ApiObject, ApiVersion } from "./api-kind.ts";

const suffixLetters = "bcdfghjklmnpqrstvwxz2456789";

/** Seconds precision, as the API server writes times. */
export function timestamp(now: Date = new Date()): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}

/** A name after `generateName`, cut so that it stays a valid name. */
export function generatedName(prefix: string): string {
  const suffix = Array.from({ length: 5 }, () => suffixLetters[randomInt(suffixLetters.length)]).join("");
  return `${prefix.slice(0, 58)}${suffix}`;
}

/** Gives a new object its identity. */
export function setIdentity(kind: ApiKind, object: ApiObject): void {
  const meta = object.metadata;
  for (const field of [
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "managedFields",
    "resourceVersion",
    "selfLink",
  ])
    delete (meta as Record<string, unknown>)[field];
  meta.uid = randomUUID();
  meta.creationTimestamp = timestamp();
  // Kinds that do not count keep what the client says.
  if (kind.counted) meta.generation = 1;
}

/** Carries the server's metadata over to the next state of an object. */
export function keepIdentity(next: ApiObject, current: ApiObject): void {
  const {
    uid,
    creationTimestamp,
    generation,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    resourceVersion,
    name,
    namespace,
  } = current.metadata;
  const kept = {
    name,
    namespace,
    uid,
    creationTimestamp,
    generation,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    resourceVersion,
  };
  const meta = next.metadata as Record<string, unknown>;
  for (const [field, value] of Object.entries(kept)) {
    if (value === undefined) delete meta[field];
    else meta[field] = value;
  }
  delete meta["managedFields"];
}

/** Counts a change of anything but metadata, and of status where that is written apart. */
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
