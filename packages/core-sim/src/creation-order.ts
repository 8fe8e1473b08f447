// The order in which objects were created.
import type { KubeObject } from "@capstan/kube";
import { createdAt } from "./drafts.ts";

/** Compares the times of creation, and the names of what was created in the same second. */
export function byCreation(one: KubeObject, other: KubeObject): number {
  return createdAt(one) - createdAt(other) || byName(one, other);
}

/** Compares the names. */
export function byName(
  { metadata: { name: one = "" } }: KubeObject,
  { metadata: { name: other = "" } }: KubeObject,
): number {
  return one < other ? -1 : Number(one > other);
}
