// Ratcheting: on an update the API server forgives errors of fields that the update did not touch, so that a tightened
// schema does not lock stored objects. Lists count as one field here; the server itself also follows keyed list items.
import { deepEqual, getAt } from "@capstan/kube";
import type { FieldError } from "./field-error.ts";

/** Whether the error's field is as it was in the object before; identity fields are never forgiven. */
export function isRatcheted(error: FieldError, value: unknown, old: unknown): boolean {
  const [first] = error.path;
  if (first === undefined || first === "apiVersion" || first === "kind") return false;
  const list = error.path.findIndex((step) => typeof step === "number");
  const field = list < 0 ? error.path : error.path.slice(0, list);
  // A missing field is a mistake of the object that lacks it.
  const node = error.reason === "FieldValueRequired" && list < 0 ? field.slice(0, -1) : field;
  return node.length > 0 && deepEqual(getAt(value, node), getAt(old, node));
}
