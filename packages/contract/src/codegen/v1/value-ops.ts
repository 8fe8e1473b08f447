// The value operations of conversions between scalars and references. Lists are in list-ops.ts.
import {
  diagnose,
  excerpt,
  formatDuration,
  isJsonObject,
  isWholeNumber,
  parseDuration,
  stringifyExactJson,
} from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import { type ConversionContext, lookUp, type ConversionOp } from "./conversion-op.ts";
import type { Side } from "./conversion-plan.ts";

type Fields = Readonly<Record<string, unknown>>;

const int32 = { least: -2_147_483_648, most: 2_147_483_647 } as const;

/** The most seconds of a Go duration, which has 64 bits for nanoseconds. */
const longestDuration = 9_223_372_036;

/**
 * A Go duration in the older version, whole seconds in the newer one: truncated and limited to 32 bits. A string that is no duration is no value,
 * and of more seconds than a duration holds it is the longest one: another string would fail every list of typed clients.
 */
export function seconds(): ConversionOp {
  return {
    toNewer: (value, context) => (typeof value === "string" ? secondsOf(value, context) : value),
    toOlder: (value) => (typeof value === "number" || isWholeNumber(value) ? durationOf(value) : value),
  };
}

/** A whole number beyond 2^53 may be a string here. */
function durationOf(value: unknown): string {
  const count = Number(stringifyExactJson(value));
  return formatDuration(Math.max(-longestDuration, Math.min(longestDuration, count)) * 1000);
}

function secondsOf(duration: string, context: ConversionContext): number | undefined {
  try {
    return Math.max(int32.least, Math.min(int32.most, Math.trunc(parseDuration(duration) / 1000)));
  } catch {
    context.report?.(diagnose(contractErrors, "conversion/no-duration", { values: { value: excerpt(duration, 64) } }));
    return undefined;
  }
}

/** A zero value in the older version, no value in the newer one. `zero` is the value of a required older field; `nullable`: that may be null. */
export function dropEmpty(zero?: "" | 0, nullable: boolean = false): ConversionOp {
  return {
    toNewer: (value) => (value === "" || value === 0 ? undefined : value),
    toOlder: (value) => (zero === undefined ? value : filled(value, { zero, nullable })),
  };
}

/** `false` in the older version, no value in the newer one. `required`: the older field is always present; `nullable`: it may be null. */
export function boolPresence(required: boolean = false, nullable: boolean = false): ConversionOp {
  return {
    toNewer: (value) => (value === false ? undefined : value),
    toOlder: (value) => (required ? filled(value, { zero: false, nullable }) : value === false ? undefined : value),
  };
}

/** A value of an older field that is always present. A null stays where the field may have one. */
function filled(value: unknown, { zero, nullable }: { readonly zero: unknown; readonly nullable: boolean }): unknown {
  return value === undefined || (value === null && !nullable) ? zero : value;
}

/**
 * A boolean, and an object that is there or not; `object` is the version that has the object. `required`: the field with the boolean is always
 * present.
 */
export function presence(object: Side, required: boolean = false): ConversionOp {
  const toObject = (value: unknown): unknown => (typeof value === "boolean" ? (value ? {} : undefined) : value);
  const toBoolean = (value: unknown): unknown =>
    value === undefined ? (required ? false : undefined) : isJsonObject(value) ? true : value;
  return object === "older" ? { toNewer: toBoolean, toOlder: toObject } : { toNewer: toObject, toOlder: toBoolean };
}

/** A boolean that means the opposite in the other version. */
export function invert(): ConversionOp {
  const opposite = (value: unknown): unknown => (typeof value === "boolean" ? !value : value);
  return { toNewer: opposite, toOlder: opposite };
}

/** A whole number of another width; the value stays. */
export function width(): ConversionOp {
  return { toNewer: (value) => value, toOlder: (value) => value };
}

/** A value of an enum, or a boolean. */
export type EnumValue = string | number | boolean;

/**
 * Renames values by a table from older to newer ones; other values stay. `added` says which older value comes back for a newer value that no
 * older one becomes, or several do; otherwise the last of several comes back. A key is the string of its value; `keys` says whether older values
 * are strings, or numbers and booleans.
 */
export function enumMap(
  names: Readonly<Record<string, EnumValue>>,
  added: Readonly<Record<string, EnumValue>> = {},
  keys: "string" | "json" = "string",
): ConversionOp {
  const valueOf = (key: string): unknown => (keys === "json" ? JSON.parse(key) : key);
  const reverse = Object.entries(names).map(([key, to]) => [String(to), valueOf(key)] as const);
  const back: Readonly<Record<string, unknown>> = { ...Object.fromEntries(reverse), ...added };
  const through = (table: Readonly<Record<string, unknown>>, value: unknown): unknown =>
    isEnumValue(value) && Object.hasOwn(table, String(value)) ? table[String(value)] : value;
  return { toNewer: (value) => through(names, value), toOlder: (value) => through(back, value) };
}

function isEnumValue(value: unknown): value is EnumValue {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** What a reference of the older version has. */
interface OlderReference {
  /** Whether it has a namespace. Default: true. */
  readonly namespace?: boolean;
}

/**
 * An ObjectReference in the older version, `{apiGroup, kind, name}` in the newer one. The conversion back needs an
 * apiVersion: the one of the context, otherwise `fallback` as the version in that group.
 */
export function reference(fallback: string, { namespace = true }: OlderReference = {}): ConversionOp {
  return {
    toNewer: (value) => {
      if (!isJsonObject(value)) return value;
      const { apiVersion, kind, name } = value;
      const apiGroup = typeof apiVersion === "string" ? groupOf(apiVersion) : undefined;
      return present({ apiGroup, kind, name });
    },
    toOlder: (value, context) => {
      if (!isJsonObject(value)) return value;
      const { apiGroup, kind, name } = value;
      const group = typeof apiGroup === "string" ? apiGroup : "";
      const known = typeof kind === "string" ? lookUp(context, group, kind) : undefined;
      const apiVersion =
        apiGroup === undefined ? undefined : (known ?? (group === "" ? fallback : `${group}/${fallback}`));
      // A part of a reference, as server-side apply sends it, gains nothing.
      const isWhole = [apiGroup, kind, name].every((part) => part !== undefined);
      return present({ apiVersion, kind, name, namespace: isWhole && namespace ? context.namespace : undefined });
    },
  };
}

/** All before the version: any string that a newer reference has as its group comes back, also one that no server has. */
function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, Math.max(apiVersion.lastIndexOf("/"), 0));
}

/** An ObjectReference to one kind in the older version, `{name}` in the newer one. */
export function referenceTo(apiVersion: string, kind: string): ConversionOp {
  return {
    toNewer: (value) => (isJsonObject(value) ? present({ name: value["name"] }) : value),
    toOlder: (value) => {
      if (!isJsonObject(value)) return value;
      const { name } = value;
      return name === undefined ? {} : { apiVersion, kind, name };
    },
  };
}

/** The fields that have a value. */
function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
