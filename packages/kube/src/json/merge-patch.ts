// JSON Merge Patch (RFC 7386): the difference of two documents as a document. Lists are replaced whole; null removes a field.
import { deepClone, deepEqual, deepLevel, isJsonObject, setOwn, shallowCopy } from "./json-value.ts";
import type { MergePatch } from "../values/scalars.ts";
import { isSameLazy } from "./lazy-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the document with the patch applied. Neither argument is changed. */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return deepClone(patch);
  const result: Record<string, unknown> = isJsonObject(document) ? shallowCopy(document) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else setOwn(result, key, applyMergePatch(Object.hasOwn(result, key) ? result[key] : undefined, value));
  }
  return result;
}

/** Creates the smallest merge patch that turns `from` into `to`; undefined when they are equal. */
export function createMergePatch<T>(from: T, to: T): MergePatch<T> | undefined;
export function createMergePatch(from: unknown, to: unknown): unknown;
export function createMergePatch(from: unknown, to: unknown): unknown {
  return changeOf(from, to, 0);
}

function changeOf(from: unknown, to: unknown, level: number): unknown {
  if (from === to) return undefined;
  // What is equal there need not be walked on the stack.
  if (level === deepLevel && deepEqual(from, to)) return undefined;
  if (isJsonObject(from) && isJsonObject(to)) return changeOfFields(from, to, level + 1);
  return deepEqual(from, to) ? undefined : deepClone(to);
}

/** Goes through both once: comparing them as a whole on each level would read what is deep in them again and again. */
function changeOfFields(from: Fields, to: Fields, level: number): Fields | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    if (isSameLazy(from, to, key)) continue;
    if (from[key] !== undefined && (!Object.hasOwn(to, key) || to[key] === undefined)) setOwn(patch, key, null);
  }
  for (const key of Object.keys(to)) {
    if (isSameLazy(from, to, key)) continue;
    const before = Object.hasOwn(from, key) ? from[key] : undefined;
    const change = to[key] === undefined ? undefined : changeOf(before, to[key], level);
    if (change !== undefined) setOwn(patch, key, change);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
