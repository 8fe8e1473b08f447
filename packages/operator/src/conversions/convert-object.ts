// Converts one object of a review, from its JSON, under the limits of each object. What converts lists, and what checks writes, does it here: an object that
// the check accepts is one that the conversion accepts.
import { contractErrors } from "@capstan/contract";
import type { ConversionContext, Converter } from "@capstan/contract/codegen/v1";
import {
  type CapstanError,
  errorFrom,
  errorOf,
  excerpt,
  forgetExactNumbers,
  isCapstanError,
  isJsonObject,
  isWholeNumber,
  parseApiVersion,
  parseExactJson,
  stringifyExactJson,
  type KubeObject,
} from "@capstan/kube";
import { isProgramFault } from "../controller/reconcile-failure.ts";
import { type BodyLimits, defaultLimits, parseJsonBody } from "@capstan/serve";
import { operatorErrors } from "../operator-errors.ts";
import { withoutManagedFields } from "./raw-object.ts";

/** How objects are converted. */
export interface ObjectConversion {
  /** The converters by group and kind. */
  readonly byKind: ReadonlyMap<string, Converter>;
  /** The limits of the JSON of each object. None has more than `objectBytes`, whatever a body may have. */
  readonly limits: BodyLimits;
  /** What conversions get beside the object. */
  readonly context: Pick<ConversionContext, "apiVersionOf" | "budget" | "report">;
}

/** The largest object: more than twice what etcd stores of one. */
export const objectBytes: number = defaultLimits.bodyBytes;

/** The converters by group and kind. */
export function byGroupAndKind(conversions: readonly Converter[]): ReadonlyMap<string, Converter> {
  return new Map(conversions.map((one) => [`${one.group}/${one.kind}`, one]));
}

const mebibyte = 1024 * 1024;

/** What a small object may grow by, for example by defaults and functions. */
const growthOfObject = mebibyte;

/** What an object may have in another version, when a write is checked: a number such as 1e20 is four times as long when it is written again. */
export function mostCheckedBytes(bytes: number): number {
  return 2 * bytes + growthOfObject;
}

/**
 * What converted objects may have together: what writes of all of them are checked for, and more. The object of a write can have what the API server drops before it stores
 * it: all of an annotation of 256 KiB, with six characters for one.
 */
export function mostAnswerBytes({ bytes, count }: { readonly bytes: number; readonly count: number }): number {
  return Math.min(2 * bytes + count * growthOfObject + 8 * mebibyte, 96 * mebibyte);
}

/** The error for an object that is larger than any of an API server. */
export function sizeError(json: Uint8Array, limit: number = objectBytes): CapstanError | undefined {
  return json.length > limit
    ? errorOf(operatorErrors, "conversion/object-too-large", { values: { limit } })
    : undefined;
}

/** Parses the JSON of an object without its managed fields. Whole numbers beyond 2^53 are opaque until the next call: what is made of an object is written before that. */
export function parseObject(json: Uint8Array, limits: BodyLimits): KubeObject {
  forgetExactNumbers();
  const excess = sizeError(json, Math.min(objectBytes, limits.bodyBytes));
  if (excess !== undefined) throw excess;
  const object = parseJsonBody(withoutManagedFields(json), limits, parseExactJson);
  if (!isKubeObject(object)) throw errorOf(contractErrors, "conversion/not-an-object");
  return object;
}

/** Converts an object that was parsed last. Throws what its conversion throws. */
export function convertObject(object: KubeObject, to: string, { byKind, context }: ObjectConversion): KubeObject {
  if (object.apiVersion === to) return object;
  const converter = converterOf(object, byKind);
  if (converter === undefined) {
    const values = { kind: excerpt(object.kind), apiVersion: excerpt(object.apiVersion) };
    throw errorOf(operatorErrors, "conversion/no-converter", { values });
  }
  return converter.convert(object, to, { json: { parse: parseExactJson, stringify: stringifyExactJson }, ...context });
}

/** An error of a conversion with its code: `conversion/failed` if it has none. */
export function codedError(error: unknown): CapstanError {
  if (isCapstanError(error)) return error;
  return errorOf(operatorErrors, "conversion/failed", { values: { why: errorFrom(error).message }, cause: error });
}

/** The errors of conversions that have what was thrown as their cause. */
const ofThrown = ["conversion/failed", "conversion/function-failed"];

/** Whether an error with a code is what a panic is in Go: a converter, or a function of its author, threw no Error, or a TypeError. */
export function isPanic({ code, cause }: CapstanError): boolean {
  return ofThrown.includes(code) && cause !== undefined && isProgramFault(cause);
}

/** Sets in an object, which nobody changes afterwards, what the API server sets when it reads it where it is stored. */
export function setStoredDefaults(object: KubeObject, { byKind }: ObjectConversion): void {
  converterOf(object, byKind)?.setDefaults?.(object);
}

function converterOf({ apiVersion, kind }: KubeObject, byKind: ObjectConversion["byKind"]): Converter | undefined {
  return byKind.get(`${parseApiVersion(apiVersion).group}/${kind}`);
}

function isKubeObject(value: unknown): value is KubeObject {
  return isJsonObject(value) && isText(value["apiVersion"]) && isText(value["kind"]);
}

/** A long number is a string here, which no message may show. */
function isText(value: unknown): value is string {
  return typeof value === "string" && !isWholeNumber(value);
}
