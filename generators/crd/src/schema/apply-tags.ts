// Tags -> schema keywords. A tag on a property meets what its type already says: it may narrow a range, and it may replace
// documentation and defaults; anything else is a conflict.
import type { Tag, TagStep } from "@capstan/generator-model";
import { tagTable } from "@capstan/generator-model";
import { deepEqual, type JSONObject, type JSONValue } from "@capstan/kube";
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { problem } from "../diagnostics.ts";
import { immutableRule, oneOfRule, oneOfTags } from "./cel-rules.ts";
import { below, type SchemaContext } from "./schema-context.ts";

const validations = "x-kubernetes-validations";

/** How a second value for a keyword relates to the first: which of the two may stand. */
const narrower: Readonly<Record<string, (given: number, before: number) => boolean>> = {
  minimum: (given, before) => given >= before,
  minLength: (given, before) => given >= before,
  minItems: (given, before) => given >= before,
  minProperties: (given, before) => given >= before,
  maximum: (given, before) => given <= before,
  maxLength: (given, before) => given <= before,
  maxItems: (given, before) => given <= before,
  maxProperties: (given, before) => given <= before,
};
/** Keywords of which the place nearest to the field has the last word. */
const replaceable = new Set(["default", "example", "title", "externalDocs", "format", "schemaType"]);

/** Applies the tags of one doc comment to the schema of what it documents. */
export function applyTags(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): JSONSchema {
  if (tags.length === 0) return schema;
  // Rules of the outer comment come before those of the type, as controller-gen orders them.
  const inner = schema[validations] ?? [];
  delete schema[validations];
  for (const tag of tags.filter(({ steps }) => steps.length === 0)) applyTag(schema, tag, context);
  applyOneOf(schema, tags, context);
  const rules = [...(schema[validations] ?? []), ...inner];
  if (rules.length > 0) schema[validations] = rules;
  applyStepped(schema, tags, context);
  for (const tag of tags.filter(({ name, steps }) => name === "schema" && steps.length === 0))
    mergeFragment(schema, tag);
  return schema;
}

/** Applies a type's own tags: rules that its fields brought about (`@immutable`, a union's members) stand before them. */
export function applyTypeTags(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): JSONSchema {
  const inherent = schema[validations] ?? [];
  delete schema[validations];
  applyTags(schema, tags, context);
  const rules = [...inherent, ...(schema[validations] ?? [])];
  if (rules.length > 0) schema[validations] = rules;
  return schema;
}

/** `@items.` and `@values.`: the same, one level down. */
function applyStepped(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): void {
  for (const step of ["items", "values"] as const) {
    const inner = tags.filter(({ steps }) => steps[0] === step).map((tag) => ({ ...tag, steps: tag.steps.slice(1) }));
    const target = inner.length > 0 ? stepInto(schema, step) : undefined;
    if (target !== undefined) applyTags(target, inner, below(context, step === "items" ? "[]" : "[*]"));
  }
}

function stepInto(schema: JSONSchema, step: TagStep): JSONSchema | undefined {
  if (step === "items") return schema.items;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function applyTag(schema: JSONSchema, tag: Tag, context: SchemaContext): void {
  const { name, value } = tag;
  const keyword = tagTable[name]?.keyword;
  if (keyword !== undefined) setKeyword(schema as Record<string, JSONValue>, { tag, keyword, context });
  else if (name === "listMapKey" && typeof value === "string") addListMapKey(schema, value);
  else if (name === "cel") addRule(schema, value as unknown as ValidationRule);
  else if (name === "immutable") addRule(schema, immutableRule);
}

/** The keys of an outer comment stand for themselves; a type's keys are not added to. */
function addListMapKey(schema: JSONSchema, key: string): void {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  if (!keys.includes(key)) schema["x-kubernetes-list-map-keys"] = [...keys, key];
}

function addRule(schema: JSONSchema, rule: ValidationRule): void {
  schema[validations] = [...(schema[validations] ?? []), { ...rule }];
}

interface Keyword {
  readonly tag: Tag;
  readonly keyword: string;
  readonly context: SchemaContext;
}

function setKeyword(schema: Record<string, JSONValue>, { tag, keyword, context }: Keyword): void {
  const before = schema[keyword];
  const { name, value } = tag;
  const free = before === undefined || replaceable.has(name) || deepEqual(before, value);
  const narrows = narrower[name]?.(Number(value), Number(before)) ?? false;
  if (free || narrows) {
    schema[keyword] = value;
    return;
  }
  const values = { tag: name, given: JSON.stringify(value), wanted: JSON.stringify(before) };
  context.diagnostics.push(problem("crd/tag-conflict", { values, position: tag.span, path: context.path }));
}

/** Counting rules come after explicit ones, and in a fixed order. */
function applyOneOf(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): void {
  for (const kind of oneOfTags) {
    for (const tag of tags.filter(({ name, steps }) => name === kind && steps.length === 0)) {
      const names = (tag.value as readonly string[]).filter((name) => isCountable(schema, name, { tag, context }));
      addRule(schema, oneOfRule(kind, names));
    }
  }
}

function isCountable(schema: JSONSchema, name: string, { tag, context }: Omit<Keyword, "keyword">): boolean {
  const exists = Object.hasOwn(schema.properties ?? {}, name);
  if (exists && !schema.required?.includes(name)) return true;
  const values = { tag: tag.name, name, problem: exists ? "always set" : "no property of this type" };
  context.diagnostics.push(problem("crd/one-of-field", { values, position: tag.span, path: context.path }));
  return false;
}

/** `@schema`: keywords merged in last; null removes one. */
function mergeFragment(schema: JSONSchema, { value }: Tag): void {
  for (const [keyword, fragment] of Object.entries(value as JSONObject)) {
    if (fragment === null) delete schema[keyword as keyof JSONSchema];
    else Object.assign(schema, { [keyword]: fragment });
  }
}
