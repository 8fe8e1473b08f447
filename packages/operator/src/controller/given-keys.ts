// Keys that an author's code has given: from the API's point of view anything can come.
import { isObjectKey, type ObjectKey, type Resource } from "@capstan/kube";
import { inSlices } from "../in-slices.ts";
import { operatorError } from "../operator-errors.ts";

/** Calls a function with each key of a list, in slices; rejects with `operator/not-keys` at the first that is not a key. `what` gave them. */
export async function eachKey(given: unknown, what: string, call: (key: ObjectKey) => void): Promise<void> {
  if (!Array.isArray(given)) throw notKeys(given, what);
  await inSlices<unknown>(given, (key) => {
    if (!isObjectKey(key)) throw notKeys(key, what);
    call(key);
  });
}

/** Throws `operator/not-keys` at the first element of a list that is not a key. */
export function requireKeys(given: readonly unknown[], what: string): void {
  const wrong = given.findIndex((key) => !isObjectKey(key));
  if (wrong >= 0) throw notKeys(given[wrong], what);
}

/** The function of a watch, for messages. */
export function describeMap({ kind }: Resource, controller: string): string {
  return `the map of ${kind} in the controller "${controller}"`;
}

/** The error for a value that is not a key, or not a list of keys. */
export function notKeys(given: unknown, what: string): Error {
  return operatorError("operator/not-keys", { what, given: describeGiven(given) });
}

/** What somebody gave, for messages. */
export function describeGiven(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  if (typeof given !== "object") return `a ${typeof given}`;
  if (Array.isArray(given)) return "a list";
  return `an object with the fields ${Object.keys(given).slice(0, 5).join(", ") || "(none)"}`;
}
