// What a reconcile returned: from the API's point of view anything can come, and a result of another form must not look like a success that asks for nothing.
import { errorFrom, isJsonObject } from "@capstan/kube";
import { operatorError } from "../operator-errors.ts";
import { readDuration } from "../settings.ts";
import { describeGiven } from "./given-keys.ts";

/**
 * The milliseconds after which a key is wanted again; undefined when the result does not ask for it.
 *
 * Throws `operator/reconcile-result` for what is no result, and `operator/duration` for a wrong duration. Null is nothing, and a field without a value is none. An instance
 * of a class is a result when it has the field.
 */
export function requeueMsOf(result: unknown, controller: string): number | undefined {
  if (result === undefined || result === null) return undefined;
  if (result instanceof Error)
    throw notResult(controller, `the error "${errorFrom(result).message}" instead of throwing it`);
  if (!isJsonObject(result)) throw notResult(controller, describeGiven(result));
  if (!("requeueAfter" in result) && !isPlain(result)) throw notResult(controller, "an instance of a class");
  const { requeueAfter, ...others } = result;
  const [unknown] = Object.keys(others).filter((name) => others[name] !== undefined);
  if (unknown !== undefined) throw notResult(controller, `an object with the field "${unknown}"`);
  if (requeueAfter === undefined) return undefined;
  if (typeof requeueAfter === "string") return readDuration("requeueAfter", requeueAfter);
  throw notResult(controller, `a requeueAfter that is ${describeGiven(requeueAfter)}`);
}

/** An object of another realm is one, too. */
function isPlain(object: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notResult(controller: string, given: string): Error {
  return operatorError("operator/reconcile-result", { controller, given });
}
