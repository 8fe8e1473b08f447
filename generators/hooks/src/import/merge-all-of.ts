// `allOf`: of one schema, that schema with the keywords beside it (Kubernetes documents references this way); of several, one object with
// the fields of all, references followed.
import { deepEqual, isJsonObject, type JsonPath } from "@capstan/kube";
import { rejectAt, rejectSchema, type Findings } from "./diagnostics.ts";
import type { ImportWork } from "./import-work.ts";
import { asArray, type SchemaComponents, type UncheckedSchema } from "./schema-components.ts";

/** What the import of one document works with. */
export interface ImportContext extends Findings {
  readonly components: SchemaComponents;
  readonly work: ImportWork;
  /** Components that are written out already; undefined for one that cannot be. */
  readonly flattened: Map<string, UncheckedSchema | undefined>;
}

/** A schema, and where it is in the document. */
export interface SchemaAt {
  readonly schema: UncheckedSchema;
  readonly path: JsonPath;
}

/** The schema without `allOf`; undefined, with a diagnostic, when its parts do not fit together. */
export function mergeAllOf(context: ImportContext, { schema, path }: SchemaAt): UncheckedSchema | undefined {
  const { allOf, ...rest } = schema;
  const [only, second] = asArray(allOf);
  const hasFields = rest["properties"] !== undefined || rest["required"] !== undefined;
  const hasReference = rest["$ref"] !== undefined;
  if (only === undefined && !(hasReference && hasFields)) return rest;
  const single = second === undefined && !hasFields && !hasReference && isJsonObject(only);
  if (!single) return flatten(context, { schema, path }, []);
  const inner = { schema: { ...only, ...rest }, path: [...path, "allOf", 0] };
  if (!context.work.copy(context, path, Object.keys(inner.schema).length)) return undefined;
  return context.work.read(context, path, () => mergeAllOf(context, inner));
}

/** A schema with its references and parts written out, without going into its fields. */
function flatten(context: ImportContext, at: SchemaAt, seen: readonly string[]): UncheckedSchema | undefined {
  return context.work.read(context, at.path, () => flattenParts(context, at, seen));
}

function flattenParts(
  context: ImportContext,
  { schema, path }: SchemaAt,
  seen: readonly string[],
): UncheckedSchema | undefined {
  const { allOf, $ref, ...own } = schema;
  const parts = asArray(allOf).map((part, i) => flatPart(context, { part, path: [...path, "allOf", i] }, seen));
  const base = $ref === undefined ? {} : flatReference(context, { schema, path }, seen);
  const all = [base, ...parts, own];
  const found = all.filter((part) => part !== undefined);
  if (found.length < all.length) return undefined;
  const filled: UncheckedSchema[] = [];
  for (const part of found) {
    const size = Object.keys(part).length;
    // Also of a component that was written out before: each of thousands of places reads all its keywords.
    if (!context.work.copy(context, path, size)) return undefined;
    if (size > 0) filled.push(part);
  }
  const [only, second] = filled;
  // Of a reference alone, the same object each time.
  return only !== undefined && second === undefined ? only : mergeParts(context, path, filled);
}

interface Part {
  readonly part: unknown;
  readonly path: JsonPath;
}

function flatPart(context: ImportContext, { part, path }: Part, seen: readonly string[]): UncheckedSchema | undefined {
  if (isJsonObject(part)) return flatten(context, { schema: part, path }, seen);
  rejectSchema(context, path, { problem: "a part of `allOf` is not a schema", help: "write a schema" });
  return undefined;
}

function flatReference(
  context: ImportContext,
  { schema, path }: SchemaAt,
  seen: readonly string[],
): UncheckedSchema | undefined {
  const found = context.components.resolve(String(schema["$ref"]), { ...context, path });
  if (found === undefined) return undefined;
  if (seen.includes(found.name)) {
    rejectAt(context, "openapi/import-circular", { path, values: { name: found.name } });
    return undefined;
  }
  const { flattened } = context;
  if (flattened.has(found.name)) return flattened.get(found.name);
  // The description of the base does not describe the whole.
  const { description: _, ...target } = isJsonObject(found.schema) ? found.schema : {};
  const flat = flatten(context, { schema: target, path: found.path }, [...seen, found.name]);
  flattened.set(found.name, flat);
  return flat;
}

/** All keywords, of which the last one counts, with the fields of all parts; undefined, with a diagnostic, beyond the limit. */
function mergeParts(
  context: ImportContext,
  path: JsonPath,
  parts: readonly UncheckedSchema[],
): UncheckedSchema | undefined {
  const keywords = new Map<string, unknown>();
  const sum: Sum = { properties: new Map(), required: new Set() };
  for (const part of parts) for (const [keyword, value] of Object.entries(part)) keywords.set(keyword, value);
  // A component that is named several times has the same fields each time.
  for (const part of new Set(parts)) if (!addFields(context, { sum, part, path })) return undefined;
  const { properties, required } = sum;
  if (properties.size > 0) keywords.set("properties", Object.fromEntries(properties));
  if (required.size > 0) keywords.set("required", [...required]);
  return Object.fromEntries(keywords);
}

/** The fields of the parts so far. */
interface Sum {
  readonly properties: Map<string, unknown>;
  readonly required: Set<unknown>;
}

interface PartOfSum {
  readonly sum: Sum;
  readonly part: UncheckedSchema;
  readonly path: JsonPath;
}

/** False, with a diagnostic, beyond the limit. */
function addFields(context: ImportContext, { sum, part, path }: PartOfSum): boolean {
  const { properties, required } = sum;
  const names = asArray(part["required"]);
  const fields = Object.entries(fieldsOf(part));
  if (!context.work.copy(context, path, names.length + fields.length)) return false;
  for (const name of names) required.add(name);
  let twice: string | undefined;
  for (const [name, schema] of fields) {
    const before = properties.get(name);
    properties.set(name, schema);
    if (before === undefined || before === schema) continue;
    if (!context.work.copy(context, path, sizeOf(schema))) return false;
    if (!deepEqual(before, schema)) twice ??= name;
  }
  if (twice !== undefined) {
    const problem = `two parts of \`allOf\` have different schemas for the property "${twice}"`;
    rejectSchema(context, path, { problem, help: "write the same schema in both" });
  }
  return true;
}

/** How many values a value has in it, and itself. */
function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1);
}

function fieldsOf(schema: UncheckedSchema): UncheckedSchema {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}
