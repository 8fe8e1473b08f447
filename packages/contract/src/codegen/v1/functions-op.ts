// The value operation that calls functions of the author's own. What they throw, and a result that the other field cannot have, fails the
// conversion with a code and the path of the field: a value is never dropped.
import { errorFrom, errorOf, isCapstanError, isWholeNumber, jsonLength } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import type { FunctionContext, OlderRule } from "../../conversion/conversion-rules.ts";
import { lookUp, type ConversionContext, type ConversionOp } from "./conversion-op.ts";
import { plainJson } from "./plain-json.ts";
import type { ValueShape } from "./shape.ts";
import { hasShape, withoutNulls } from "./value-shape.ts";
import { atWrongPlace } from "./wrong-place.ts";

/** The shapes of a field's values in both versions. */
export interface FunctionShapes {
  readonly older: ValueShape;
  readonly newer: ValueShape;
}

/** A declaration that has rules with functions. */
export interface DeclaredRules {
  readonly older: Readonly<Record<string, OlderRule>>;
}

/** The functions that the rule of an older field declares. Each is called with a copy, and only with values that the field may have. */
export function byFunctions(declaration: DeclaredRules, path: string, { older, newer }: FunctionShapes): ConversionOp {
  const functions = functionsOf(declaration.older[path]);
  // A list or map cannot say that an element is absent.
  const isOfElements = path.endsWith("]");
  const convert = (direction: FunctionContext["direction"], [from, to]: ShapePair, input: FunctionInput): unknown => {
    const value = withoutNulls(input.value, from);
    if (value === undefined || !hasShape(value, from)) return input.value;
    const result = callFunction(functions[direction], { path, direction }, { ...input, value });
    if (result === undefined ? !isOfElements : hasShape(result, to)) return result;
    const place = result === undefined ? "" : atWrongPlace(result, to);
    const values = { path, direction, got: String(JSON.stringify(result)), place };
    throw errorOf(contractErrors, "conversion/function-result", { values });
  };
  return {
    toNewer: (value, context) => convert("forward", [older, newer], { value, context }),
    toOlder: (value, context) => convert("back", [newer, older], { value, context }),
  };
}

/** The shapes of what a function takes and returns. */
type ShapePair = readonly [from: ValueShape, to: ValueShape];

/** A function of a declaration as it is called: its parameter's type was checked where it was declared. */
export type AuthorFunction = (value: never, context: FunctionContext) => unknown;

/** The two functions of a rule. */
export type FunctionPair = Readonly<Record<FunctionContext["direction"], AuthorFunction>>;

/** The functions of a rule. */
export function functionsOf(rule: unknown): FunctionPair {
  // The generator wrote the place of a rule that has functions.
  return (rule as { readonly as: FunctionPair }).as;
}

/** Which function is called. */
export interface FunctionPlace {
  readonly path: string;
  readonly direction: FunctionContext["direction"];
}

/** What a function is called with. */
export interface FunctionInput {
  readonly value: unknown;
  readonly context: ConversionContext;
}

/** As many as a webhook accepts of an object: one value in all items of a list is short in memory, and gigabytes as JSON. */
const mostCharacters = 8 * 1024 * 1024;

/**
 * Calls a function with a copy of a value, and returns a copy of its result.
 *
 * @throws CapstanError `conversion/function-failed`.
 */
export function callFunction(author: AuthorFunction, at: FunctionPlace, { value, context }: FunctionInput): unknown {
  if (holdsLongNumber(value)) throw failed(at, "a number has more digits than JavaScript keeps");
  try {
    // The value has the shape of the field, whose type the function declares.
    const given = author(plainJson(value) as never, contextOf(context, at.direction));
    if (given === undefined) return undefined;
    if (jsonLength(given, mostCharacters) > mostCharacters)
      throw new RangeError(`its result has more than ${mostCharacters} characters as JSON`);
    return plainJson(given);
  } catch (error) {
    throw failed(at, errorFrom(error).message, error);
  }
}

function failed({ path, direction }: FunctionPlace, why: string, cause?: unknown): Error {
  return errorOf(contractErrors, "conversion/function-failed", { values: { path, direction, why }, cause });
}

function contextOf(context: ConversionContext, direction: FunctionContext["direction"]): FunctionContext {
  const names = context.pair ?? { kind: "", older: "", newer: "" };
  return { ...names, direction, apiVersionOf: (group, kind) => lookUp(context, group, kind) };
}

function holdsLongNumber(value: unknown): boolean {
  if (typeof value === "string") return isWholeNumber(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsLongNumber);
}

/** What a conversion of kept data gives; the fallback when a function of the author fails on it. Anybody could have written the data. */
export function ofKeptData<T>(convert: () => T, fallback: T): T {
  try {
    return convert();
  } catch (error) {
    if (isCapstanError(error) && error.code.startsWith("conversion/function-")) return fallback;
    throw error;
  }
}
