// Where two JSON values differ, compared raw: absent, null and empty are three things. Also the paths of declared losses.
import { isJsonObject, type JsonPath } from "@capstan/kube";

/** One place where a value is not what it was. */
export interface Difference {
  readonly path: JsonPath;
  readonly was: unknown;
  readonly is: unknown;
}

/** The places where the second value differs from the first. Goes into objects that one of them lacks, so that each place is a value. */
export function differences(was: unknown, is: unknown, path: JsonPath = []): Difference[] {
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.flatMap((item: unknown, index) => differences(item, is[index], [...path, index]));
  if (isJsonObject(was) && isJsonObject(is)) return inFields(was, is, path);
  if (hasFields(was) && is === undefined) return inFields(was, {}, path);
  if (was === undefined && hasFields(is)) return inFields({}, is, path);
  return same(was, is) ? [] : [{ path, was, is }];
}

function inFields(was: Record<string, unknown>, is: Record<string, unknown>, path: JsonPath): Difference[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) => differences(own(was, name), own(is, name), [...path, name]));
}

function own(fields: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function hasFields(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && Object.keys(value).length > 0;
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b) || isJsonObject(a) || isJsonObject(b)) {
    return JSON.stringify(a) === JSON.stringify(b);
  }
  return Object.is(a, b);
}

/** The steps of a path of a declared loss; a list is `[]`, a map `[*]`. */
export function stepsOf(path: string): readonly string[] {
  return path
    .replaceAll("[", ".[")
    .split(".")
    .filter((step) => step !== "");
}

/** Whether a place is another one, or inside of it. */
export function isAtOrBelow(path: JsonPath, other: JsonPath): boolean {
  return other.length <= path.length && other.every((step, index) => step === path[index]);
}

/** Whether a place begins with the steps of a path. */
export function isWithin(path: JsonPath, steps: readonly string[]): boolean {
  return steps.length <= path.length && steps.every((step, index) => fits(step, path[index]));
}

function fits(step: string, found: string | number | undefined): boolean {
  if (step === "[]") return typeof found === "number";
  return step === "[*]" ? typeof found === "string" : step === found;
}

/** The value at a place, undefined when there is none. */
export function valueAtPath(root: unknown, path: JsonPath): unknown {
  let here = root;
  for (const step of path) {
    if (Array.isArray(here)) here = typeof step === "number" ? here[step] : undefined;
    else here = isJsonObject(here) ? own(here, String(step)) : undefined;
  }
  return here;
}

/** The values that a path of a declared loss leads to; undefined where the object around the field lacks it. */
export function valuesAt(root: unknown, steps: readonly string[]): unknown[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [root];
  if (first === "[]") return Array.isArray(root) ? root.flatMap((item: unknown) => valuesAt(item, rest)) : [];
  if (!isJsonObject(root)) return [];
  if (first === "[*]") return Object.values(root).flatMap((item) => valuesAt(item, rest));
  return valuesAt(own(root, first), rest);
}

/** The places of the values that a path leads to. */
export function placesAt(root: unknown, steps: readonly string[], around: JsonPath = []): JsonPath[] {
  const [first, ...rest] = steps;
  if (first === undefined) return root === undefined ? [] : [around];
  if (first === "[]")
    return Array.isArray(root) ? root.flatMap((item: unknown, index) => placesAt(item, rest, [...around, index])) : [];
  if (!isJsonObject(root)) return [];
  const names = first === "[*]" ? Object.keys(root) : [first];
  return names.flatMap((name) => placesAt(own(root, name), rest, [...around, name]));
}

/** A value that a path leads to, and the innermost element of a list or map around it; the root when it is in none. */
export interface PlacedValue {
  readonly value: unknown;
  readonly element: unknown;
}

/** How many steps of a path lead to its innermost element of a list or map. */
export function elementDepth(steps: readonly string[]): number {
  return Math.max(steps.lastIndexOf("[]"), steps.lastIndexOf("[*]")) + 1;
}

/** The values that a path leads to, with their elements. */
export function placedValuesAt(root: unknown, steps: readonly string[]): PlacedValue[] {
  const depth = elementDepth(steps);
  const elements = valuesAt(root, steps.slice(0, depth));
  return elements.flatMap((element) => valuesAt(element, steps.slice(depth)).map((value) => ({ value, element })));
}

/** A place in the notation of rules: `spec.disks[0].size`. */
export function formatPath(path: JsonPath): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}
