// The metadata of an object as Go decodes it: which JSON each field takes, and in which words the API server rejects other JSON.
import { isJsonObject } from "@capstan/kube";

/** A type of Go. `name` is how its errors call it. */
type GoType =
  | { readonly is: "text" | "whole" | "flag" | "time" | "any"; readonly name: string; readonly pointer?: true }
  | { readonly is: "strings"; readonly name: string }
  | { readonly is: "list"; readonly name: string; readonly of: GoType }
  | GoStruct;

interface GoStruct {
  readonly is: "struct";
  readonly name: string;
  readonly fields: Readonly<Record<string, GoType>>;
  /** Whether fields are written that are empty. */
  readonly full?: true;
}

const text: GoType = { is: "text", name: "string" };
const uid: GoType = { is: "text", name: "types.UID" };
const flag: GoType = { is: "flag", name: "bool", pointer: true };
const time: GoType = { is: "time", name: "string" };
const whole: GoType = { is: "whole", name: "int64" };
const listOf = (of: GoType): GoType => ({ is: "list", name: `[]${of.name}`, of });
const strings: GoType = { is: "strings", name: "map[string]string" };

const owner: GoStruct = {
  is: "struct",
  name: "v1.OwnerReference",
  fields: { apiVersion: text, kind: text, name: text, uid, controller: flag, blockOwnerDeletion: flag },
  full: true,
};

const manager: GoStruct = {
  is: "struct",
  name: "v1.ManagedFieldsEntry",
  fields: {
    manager: text,
    operation: { is: "text", name: "v1.ManagedFieldsOperationType" },
    apiVersion: text,
    time,
    fieldsType: text,
    fieldsV1: { is: "any", name: "v1.FieldsV1", pointer: true },
    subresource: text,
  },
};

const objectMeta: GoStruct = {
  is: "struct",
  name: "v1.ObjectMeta",
  fields: {
    name: text,
    generateName: text,
    namespace: text,
    selfLink: text,
    uid,
    resourceVersion: text,
    generation: whole,
    creationTimestamp: time,
    deletionTimestamp: time,
    deletionGracePeriodSeconds: { ...whole, pointer: true },
    labels: strings,
    annotations: strings,
    ownerReferences: listOf(owner),
    finalizers: listOf(text),
    managedFields: listOf(manager),
  },
};

/** What decoding gives. */
export interface DecodedMeta {
  /** The metadata, with the fields that Go knows. */
  readonly metadata: Record<string, unknown>;
  /** The fields that it does not know, from the metadata on. */
  readonly unknown: readonly string[];
}

/** Decodes metadata as Go does; a string says why that is not possible. */
export function decodeObjectMeta(value: unknown): DecodedMeta | string {
  const unknown: string[] = [];
  try {
    const decoded = decodeStruct(value, objectMeta, { struct: "", path: "", unknown });
    return { metadata: decoded, unknown: unknown.toSorted() };
  } catch (error) {
    if (error instanceof Undecodable) return error.message;
    throw error;
  }
}

class Undecodable extends Error {}

/** Where a value is: the struct with the field, and the path from the metadata to it. */
interface Place {
  readonly struct: string;
  readonly path: string;
  readonly unknown: string[];
}

/** The value that Go has; undefined is the zero value of its type. */
function decode(value: unknown, type: GoType, at: Place): unknown {
  if (value === null || value === undefined) return undefined;
  switch (type.is) {
    case "any":
      return value;
    case "text":
      return typeof value === "string" ? value : reject(value, type, at);
    case "flag":
      return typeof value === "boolean" ? value : reject(value, type, at);
    case "whole":
      return isInt64(value) ? value : reject(value, type, at);
    case "time":
      return typeof value === "string" ? timeOf(value) : reject(value, type, at);
    case "strings":
      return isJsonObject(value) ? decodeStrings(value, at) : reject(value, type, at);
    case "list":
      return Array.isArray(value) ? decodeItems(value, type.of, at) : reject(value, type, at);
    case "struct":
      return decodeStruct(value, type, at);
  }
}

function isInt64(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

function decodeStrings(value: Readonly<Record<string, unknown>>, at: Place): object {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one, text, at) ?? ""]));
}

function decodeItems(items: readonly unknown[], type: GoType, at: Place): readonly unknown[] {
  return items.map((item, index) => {
    const unknown: string[] = [];
    const decoded = decode(item ?? (type.is === "struct" ? {} : ""), type, { ...at, unknown });
    at.unknown.push(...unknown.map((field) => field.replace(at.path, `${at.path}[${index}]`)));
    return decoded;
  });
}

function decodeStruct(value: unknown, type: GoStruct, { struct, path, unknown }: Place): Record<string, unknown> {
  const given = value ?? {};
  if (!isJsonObject(given)) return reject(value, type, { struct, path, unknown });
  const inside = (name: string): string => (path === "" ? name : `${path}.${name}`);
  unknown.push(
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(type.fields, name))
      .map(inside),
  );
  const own = type.name.replace("v1.", "");
  // In the order of the names, as Go reads its own JSON.
  const fields = Object.entries(type.fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    fields.flatMap(([name, field]): [string, unknown][] => {
      const decoded = decode(given[name], field, { struct: own, path: inside(name), unknown });
      if (type.full === true && field.is === "text") return [[name, decoded ?? ""]];
      return isZero(decoded, field) ? [] : [[name, decoded]];
    }),
  );
}

/** Whether a value is left out when it is written. */
function isZero(value: unknown, type: GoType): boolean {
  if (value === undefined || ("pointer" in type && type.pointer === true)) return value === undefined;
  return value === "" || value === 0 || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}

function timeOf(value: string): string {
  const date = new Date(value);
  const isTime = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)$/.test(value);
  // JavaScript reads the 30th of February as a day of March.
  const isDay =
    isTime && new Date(`${value.slice(0, 8)}01`).getUTCMonth() === new Date(value.slice(0, 10)).getUTCMonth();
  if (isDay && !Number.isNaN(date.getTime())) return date.toISOString().replace(/\.\d+Z$/, "Z");
  const shown = JSON.stringify(value);
  throw new Undecodable(`parsing time ${shown} as "2006-01-02T15:04:05Z07:00": cannot parse ${shown} as "2006"`);
}

function reject(value: unknown, { is, name }: GoType, { struct, path }: Place): never {
  const where = path === "" ? "Go value" : `Go struct field ${struct}.${path}`;
  const what = is === "whole" && typeof value === "number" ? `number ${value}` : jsonTypeOf(value);
  throw new Undecodable(`json: cannot unmarshal ${what} into ${where} of type ${name}`);
}

function jsonTypeOf(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  return Array.isArray(value) ? "array" : typeof value;
}
