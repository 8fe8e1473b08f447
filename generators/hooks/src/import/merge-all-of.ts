// `allOf`: of one schema, that schema with the keywords beside it (Kubernetes documents references this way); of several, one object with
// the fields of all, references followed.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import { rejectAt, rejectSchema, type Findings } from "./diagnostics.ts";
import type { SchemaComponents, Unread } from "./schema-components.ts";

/** A reading of one document. */
export interface PlainReading extends Findings {
  readonly components: SchemaComponents;
}

/** A schema of the document. */
export interface Raw {
  readonly schema: Unread;
  readonly path: JsonPath;
}

/** The schema without `allOf`; undefined, with a diagnostic, when its parts do not fit together. */
export function mergeAllOf(reading: PlainReading, { schema, path }: Raw): Unread | undefined {
  const { allOf, ...rest } = schema;
  const [only, ...more] = list(allOf);
  const hasFields = rest["properties"] !== undefined || rest["required"] !== undefined;
  const hasReference = rest["$ref"] !== undefined;
  if (only === undefined) return hasReference && hasFields ? flatten(reading, { schema, path }, []) : rest;
  const single = more.length === 0 && !hasFields && !hasReference && isJsonObject(only);
  if (single) return mergeAllOf(reading, { schema: { ...only, ...rest }, path: [...path, "allOf", 0] });
  return flatten(reading, { schema, path }, []);
}

/** A schema with its references and parts written out, without going into its fields. */
function flatten(reading: PlainReading, { schema, path }: Raw, seen: readonly string[]): Unread | undefined {
  const { allOf, $ref, ...own } = schema;
  const parts = list(allOf).map((part, i) => flatPart(reading, { part, path: [...path, "allOf", i] }, seen));
  const base = $ref === undefined ? {} : flatReference(reading, { schema, path }, seen);
  const all = [base, ...parts, own];
  return all.includes(undefined)
    ? undefined
    : all.reduce<Unread>((sum, part) => joined(reading, { sum, part, path }), {});
}

interface Part {
  readonly part: unknown;
  readonly path: JsonPath;
}

function flatPart(reading: PlainReading, { part, path }: Part, seen: readonly string[]): Unread | undefined {
  if (isJsonObject(part)) return flatten(reading, { schema: part, path }, seen);
  rejectSchema(reading, path, { problem: "a part of `allOf` is not a schema", help: "write a schema" });
  return undefined;
}

function flatReference(reading: PlainReading, { schema, path }: Raw, seen: readonly string[]): Unread | undefined {
  const found = reading.components.resolve(String(schema["$ref"]), { ...reading, path });
  if (found === undefined) return undefined;
  if (seen.includes(found.name)) {
    rejectAt(reading, "openapi/import-circular", { path, values: { name: found.name } });
    return undefined;
  }
  // The description of the base does not describe the whole.
  const { description: _, ...target } = isJsonObject(found.schema) ? found.schema : {};
  return flatten(reading, { schema: target, path: found.path }, [...seen, found.name]);
}

interface Joining {
  readonly sum: Unread;
  readonly part: Unread | undefined;
  readonly path: JsonPath;
}

function joined(reading: PlainReading, { sum, part = {}, path }: Joining): Unread {
  const [before, added] = [fieldsOf(sum), fieldsOf(part)];
  const twice = Object.keys(added).find((name) => Object.hasOwn(before, name) && !deepEqual(before[name], added[name]));
  if (twice !== undefined) {
    const problem = `two parts of \`allOf\` have different schemas for the property "${twice}"`;
    rejectSchema(reading, path, { problem, help: "write the same schema in both" });
  }
  const required = [...new Set([...list(sum["required"]), ...list(part["required"])])];
  const properties = { ...before, ...added };
  return {
    ...sum,
    ...part,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function fieldsOf(schema: Unread): Unread {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}

/** The elements of a list; none for any other value. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
