// `allOf`: of one schema, that schema with what stands beside it (Kubernetes' way to document a reference); of several, one
// object with the fields of all, references followed. Called by plain-schema.ts.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import { refuse, rejectSchema, type Findings } from "./import-errors.ts";
import type { SchemaComponents, Unread } from "./schema-components.ts";

/** A reading of one document. */
export interface PlainReading extends Findings {
  readonly components: SchemaComponents;
}

/** A schema as it stands in the document. */
export interface Raw {
  readonly schema: Unread;
  readonly path: JsonPath;
}

/** The schema without `allOf`; undefined, with a diagnostic, when its parts do not fit together. */
export function mergeParts(reading: PlainReading, { schema, path }: Raw): Unread | undefined {
  const { allOf, ...rest } = schema;
  const [only, ...more] = list(allOf);
  const hasFields = rest["properties"] !== undefined || rest["required"] !== undefined;
  const hasReference = rest["$ref"] !== undefined;
  if (only === undefined) return hasReference && hasFields ? flatten(reading, { schema, path }, []) : rest;
  const single = more.length === 0 && !hasFields && !hasReference && isJsonObject(only);
  if (single) return mergeParts(reading, { schema: { ...only, ...rest }, path: [...path, "allOf", 0] });
  return flatten(reading, { schema, path }, []);
}

/** A schema with everything it refers to written out, as far as its own fields go. */
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
  rejectSchema(reading, path, { problem: "a part of `allOf` is not a schema", mend: "write a schema" });
  return undefined;
}

function flatReference(reading: PlainReading, { schema, path }: Raw, seen: readonly string[]): Unread | undefined {
  const found = reading.components.resolve(String(schema["$ref"]), { ...reading, path });
  if (found === undefined) return undefined;
  if (seen.includes(found.name)) {
    refuse(reading, "openapi/import-circular", { path, values: { name: found.name } });
    return undefined;
  }
  // What the base says about itself is not said about the whole.
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
    const problem = `two parts of \`allOf\` say different things about the property "${twice}"`;
    rejectSchema(reading, path, { problem, mend: "give it one schema" });
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

/** The elements of a list; none of anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
