// The function of an index, as a store calls it: what it throws, or returns that is no list of strings, leaves the object out, and the log says so.
import type { Clock } from "@capstan/client";
import { describeError, formatKey, keyOf } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import { operatorError } from "../operator-errors.ts";
import { SeldomLine } from "../seldom-line.ts";
import type { IndexValues } from "./store.ts";

/** The index of a function. */
export interface CheckedIndex {
  readonly name: string;
  readonly kind: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Calls the function. Users of the cluster write what it reads, so that it may fail for many objects, at each of their changes: the log has a line a minute at most. */
export function checkedValues(values: IndexValues, { name, kind, clock, log }: CheckedIndex): IndexValues {
  const line = new SeldomLine();
  return (object) => {
    try {
      return listOf(values(object));
    } catch (error) {
      const failures = line.count(clock.now());
      if (failures === undefined) return [];
      const problem = operatorError("operator/index-failed", { name, kind, reason: describeError(error) }, error);
      const fields = { index: name, object: formatKey(keyOf(object)), failures };
      log.error("Index function failed", { ...fields, ...errorFields(problem, { frames: true }) });
      return [];
    }
  };
}

function listOf(found: unknown): readonly string[] {
  if (!Array.isArray(found)) throw new TypeError(`the function returned a ${typeof found} instead of a list`);
  const wrong = found.findIndex((value) => typeof value !== "string");
  if (wrong === -1) return found;
  throw new TypeError(`element ${wrong} of the list is of type ${typeof found[wrong]} instead of string`);
}
