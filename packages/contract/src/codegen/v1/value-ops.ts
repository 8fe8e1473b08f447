// The value operations of conversions between scalars and references. Lists are in list-ops.ts.
import { formatDuration, isJsonObject, parseApiVersion, parseDuration } from "@capstan/kube";
import type { ConversionOp } from "./conversion-op.ts";

type Fields = Readonly<Record<string, unknown>>;

const int32Max = 2_147_483_647;

/** A Go duration, and whole seconds; parts of a second are cut off and 32 bits are the limit. */
export function seconds(): ConversionOp {
  return {
    toNewer: (value) => (typeof value === "string" ? secondsOf(value) : value),
    toOlder: (value) => (typeof value === "number" ? formatDuration(value * 1000) : value),
  };
}

function secondsOf(text: string): unknown {
  try {
    return Math.max(-int32Max, Math.min(int32Max, Math.trunc(parseDuration(text) / 1000)));
  } catch {
    return text;
  }
}

/** A zero value, and no value. `zero` is what a required older field holds when the newer one is absent. */
export function dropEmpty(zero?: "" | 0): ConversionOp {
  return {
    toNewer: (value) => (value === "" || value === 0 ? undefined : value),
    toOlder: (value) => value ?? zero,
  };
}

/** false, and no value. `required` says that the older field is always there. */
export function boolPresence(required: boolean = false): ConversionOp {
  return {
    toNewer: (value) => (value === false ? undefined : value),
    toOlder: (value) => (value === true || required ? (value ?? false) : value === false ? undefined : value),
  };
}

/** One list of names, and another; a name that is not in the table stays. */
export function enumMap(names: Readonly<Record<string, string>>): ConversionOp {
  const back = Object.fromEntries(Object.entries(names).map(([older, newer]) => [newer, older]));
  const through = (table: Readonly<Record<string, string>>, value: unknown): unknown =>
    typeof value === "string" && Object.hasOwn(table, value) ? table[value] : value;
  return { toNewer: (value) => through(names, value), toOlder: (value) => through(back, value) };
}

/**
 * An ObjectReference, and `{apiGroup, kind, name}`. The way back needs an apiVersion: the context's, else `fallback` as
 * the version in that group.
 */
export function reference(fallback: string): ConversionOp {
  return {
    toNewer: (value) => {
      if (!isJsonObject(value)) return value;
      const { apiVersion, kind, name } = value as Fields;
      const apiGroup = typeof apiVersion === "string" ? parseApiVersion(apiVersion).group : undefined;
      return present({ apiGroup, kind, name });
    },
    toOlder: (value, context) => {
      if (!isJsonObject(value)) return value;
      const { apiGroup, kind, name } = value as Fields;
      const group = typeof apiGroup === "string" ? apiGroup : "";
      const known = typeof kind === "string" ? context.apiVersionOf?.(group, kind) : undefined;
      const apiVersion =
        apiGroup === undefined ? undefined : (known ?? (group === "" ? fallback : `${group}/${fallback}`));
      return present({ apiVersion, kind, name, namespace: context.namespace });
    },
  };
}

/** An ObjectReference to one kind, and `{name}`. */
export function referenceTo(apiVersion: string, kind: string): ConversionOp {
  return {
    toNewer: (value) => (isJsonObject(value) ? present({ name: (value as Fields)["name"] }) : value),
    toOlder: (value) => (isJsonObject(value) ? { apiVersion, kind, ...value } : value),
  };
}

/** The fields that have a value. */
function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
