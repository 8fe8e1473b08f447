// Reads and changes plain objects by paths, whose names may come from a document: keys of maps. The functions change the object that they are given.
import { isJsonObject, ownValue, setOwn } from "@capstan/kube";
import type { PropertyPath } from "./conversion-plan.ts";

/** A JSON object that is being changed. */
export type Fields = Record<string, unknown>;

/** The object at the path, or at its first steps; undefined when there is none. */
export function objectAt(root: Fields, path: PropertyPath, steps: number = path.length): Fields | undefined {
  let here: unknown = root;
  for (let index = 0; index < steps; index += 1) {
    if (!isJsonObject(here)) return undefined;
    here = ownValue(here, path[index] ?? "");
  }
  return isJsonObject(here) ? here : undefined;
}

/** The value at the path. */
export function valueAt(root: Fields, path: PropertyPath): unknown {
  return ownValue(objectAt(root, path, path.length - 1), lastOf(path));
}

/** Removes the value at the path and returns it. */
export function takeAt(root: Fields, path: PropertyPath): unknown {
  const parent = objectAt(root, path, path.length - 1);
  const last = lastOf(path);
  if (parent === undefined || !Object.hasOwn(parent, last)) return undefined;
  const value = parent[last];
  delete parent[last];
  return value;
}

/** Removes the object at the path if it has no fields. */
export function takeIfEmpty(root: Fields, path: PropertyPath): void {
  const object = objectAt(root, path);
  if (object !== undefined && isEmpty(object)) takeAt(root, path);
}

/** Sets the value at the path and creates the objects above it; does nothing when one of them is not an object. */
export function putAt(root: Fields, path: PropertyPath, value: unknown): void {
  const last = lastOf(path);
  let here = root;
  for (let index = 0; index < path.length - 1; index += 1) {
    const step = path[index] ?? "";
    const there = ownValue(here, step);
    const next = there ?? {};
    if (!isJsonObject(next)) return;
    if (next !== there) setOwn(here, step, next);
    here = next;
  }
  setOwn(here, last, value);
}

/** The name of the field that a path leads to. A rule without a path would change nothing, and nobody would see it. */
function lastOf(path: PropertyPath): string {
  const last = path.at(-1);
  if (last === undefined) throw new Error("a rule of the conversion has an empty path: run `capstan generate` again");
  return last;
}

/** The same string for all paths of the same names, and for no others. */
export function pathKey(path: PropertyPath): string {
  return JSON.stringify(path);
}

/** Whether a path leads to a field of an object, or further into it. */
export function leadsInto(path: PropertyPath | undefined, container: PropertyPath): boolean {
  return path !== undefined && path.length > container.length && container.every((step, index) => path[index] === step);
}

/** The namespace of an object; empty when it has none. */
export function namespaceIn(object: Fields): string {
  const namespace = valueAt(object, ["metadata", "namespace"]);
  return typeof namespace === "string" ? namespace : "";
}

/** Whether the object has no fields. */
export function isEmpty(object: Fields): boolean {
  return Object.keys(object).length === 0;
}

/** Whether a value is a list of objects alone. */
export function isListOfObjects(value: unknown): value is readonly Readonly<Fields>[] {
  return Array.isArray(value) && value.every(isJsonObject);
}
