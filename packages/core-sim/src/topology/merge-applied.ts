// What server-side apply of one manager does to an object, without its records: fields that the manager wants are set, fields that it does not want any more are removed, and all others stay.
import { deepEqual, isJsonObject } from "@capstan/kube";

/** A value that was applied before, and what the server made of it. */
export interface AppliedValue {
  readonly wanted: unknown;
  /** What was stored then: a webhook or a default may have made something else of what was wanted, and that is no change. */
  readonly stored: unknown;
}

/** The current value with what is wanted. Without a record of the last time, what the current value has beside it, also in the items of lists, counts as a default. */
export function mergeApplied(current: unknown, wanted: unknown, last: AppliedValue | undefined): unknown {
  if (isJsonObject(wanted) && isJsonObject(current)) return mergeFields(current, wanted, last);
  return isUnchanged(current, wanted, last) ? current : wanted;
}

/** Whether there is nothing to set. A default that a schema has since then may be in items of lists. */
function isUnchanged(current: unknown, wanted: unknown, last: AppliedValue | undefined): boolean {
  if (last === undefined) return covers(current, wanted);
  if (!deepEqual(wanted, last.wanted)) return false;
  return deepEqual(current, last.stored) || (Array.isArray(wanted) && covers(current, wanted));
}

function mergeFields(
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
  last: AppliedValue | undefined,
): Readonly<Record<string, unknown>> {
  const before = fieldsOf(last?.wanted);
  const stored = fieldsOf(last?.stored);
  const merged: Record<string, unknown> = { ...current };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined || value === null) continue;
    const known = Object.hasOwn(before, name) ? { wanted: before[name], stored: stored[name] } : undefined;
    merged[name] = mergeApplied(current[name], value, known);
  }
  for (const [name, value] of Object.entries(before)) {
    if ((wanted[name] ?? undefined) !== undefined || !Object.hasOwn(current, name)) continue;
    const rest = withoutApplied(current[name], { wanted: value, stored: stored[name] });
    if (rest === undefined) Reflect.deleteProperty(merged, name);
    else merged[name] = rest;
  }
  return merged;
}

/** What is left of a value without what was applied; undefined where nothing is. What somebody else has changed since then stays. */
function withoutApplied(current: unknown, last: AppliedValue): unknown {
  if (!isJsonObject(current) || !isJsonObject(last.wanted))
    return deepEqual(current, last.stored) ? undefined : current;
  const [applied, stored] = [last.wanted, fieldsOf(last.stored)];
  const rest = Object.entries(current).flatMap(([name, value]): [string, unknown][] => {
    const known = { wanted: applied[name], stored: stored[name] };
    const left = Object.hasOwn(applied, name) ? withoutApplied(value, known) : value;
    return left === undefined ? [] : [[name, left]];
  });
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** Whether a value has all of another one. */
function covers(current: unknown, wanted: unknown): boolean {
  if (isJsonObject(wanted))
    return isJsonObject(current) && Object.entries(wanted).every(([name, value]) => covers(current[name], value));
  if (Array.isArray(wanted))
    return (
      Array.isArray(current) &&
      current.length === wanted.length &&
      wanted.every((item, index) => covers(current[index], item))
    );
  return deepEqual(current, wanted);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}
