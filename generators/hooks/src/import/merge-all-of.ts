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
  const [only, ...more] = asArray(allOf);
  const hasFields = rest["properties"] !== undefined || rest["required"] !== undefined;
  const hasReference = rest["$ref"] !== undefined;
  if (only === undefined && !(hasReference && hasFields)) return rest;
  const single = more.length === 0 && !hasFields && !hasReference && isJsonObject(only);
  if (single) return mergeAllOf(context, { schema: { ...only, ...rest }, path: [...path, "allOf", 0] });
  return flatten(context, { schema, path }, []);
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
  return all.includes(undefined)
    ? undefined
    : all.reduce<UncheckedSchema>((sum, part) => mergeParts(context, { sum, part, path }), {});
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

interface PartMerge {
  readonly sum: UncheckedSchema;
  readonly part: UncheckedSchema | undefined;
  readonly path: JsonPath;
}

function mergeParts(context: ImportContext, { sum, part = {}, path }: PartMerge): UncheckedSchema {
  const [before, added] = [fieldsOf(sum), fieldsOf(part)];
  const twice = Object.keys(added).find((name) => Object.hasOwn(before, name) && !deepEqual(before[name], added[name]));
  if (twice !== undefined) {
    const problem = `two parts of \`allOf\` have different schemas for the property "${twice}"`;
    rejectSchema(context, path, { problem, help: "write the same schema in both" });
  }
  const required = [...new Set([...asArray(sum["required"]), ...asArray(part["required"])])];
  const properties = { ...before, ...added };
  return {
    ...sum,
    ...part,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function fieldsOf(schema: UncheckedSchema): UncheckedSchema {
  return isJsonObject(schema["properties"]) ? schema["properties"] : {};
}
