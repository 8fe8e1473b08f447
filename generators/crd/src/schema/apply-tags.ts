// Tags -> schema keywords. A tag on a property may narrow a range that its type sets, and may replace documentation and defaults;
// anything else is a conflict.
import { stringsOf, tagTable, type Tag } from "@capstan/generator-model";
import { deepEqual, isJsonObject } from "@capstan/kube";
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { crdProblem } from "../diagnostics.ts";
import { immutableRule, oneOfRule, oneOfTags } from "./cel-rules.ts";
import { inElements, type SchemaContext } from "./schema-context.ts";

const validations = "x-kubernetes-validations";
const listMapKeys = "x-kubernetes-list-map-keys";

/** Whether a second value for a keyword is at least as narrow as the first. */
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
/** Keywords whose value on a property replaces that of its type. */
const replaceable = new Set(["default", "example", "title", "externalDocs", "format", "schemaType"]);

/** Applies the tags of one doc comment to the schema of what it documents. */
export function applyTags(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): JSONSchema {
  if (tags.length === 0) return schema;
  const own = tags.filter(({ steps }) => steps.length === 0);
  const { [validations]: inner = [], ...rest } = schema;
  const outer: JSONSchema = rest;
  for (const tag of own) applyTag(outer, tag, context);
  addListMapKeys(outer, own);
  // Rules of the outer comment come before those of the type, as controller-gen orders them.
  const rules = [...own.flatMap(rulesOf), ...oneOfRules(outer, own, context), ...inner];
  if (rules.length > 0) outer[validations] = rules;
  applyStepped(outer, tags, context);
  return own.filter(({ name }) => name === "schema").reduce(mergeFragment, outer);
}

/** Applies the tags of a type. Rules that its fields added (`@immutable`, the members of a union) come first. */
export function applyTypeTags(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): JSONSchema {
  const { [validations]: inherent = [], ...plain } = schema;
  const tagged = applyTags(plain, tags, context);
  return inherent.length === 0 ? tagged : { ...tagged, [validations]: [...inherent, ...(tagged[validations] ?? [])] };
}

const keywordsOfSteps = { items: "items", values: "additionalProperties" } as const;

/** `@items.` and `@values.`: the same, one level down. */
function applyStepped(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): void {
  for (const step of ["items", "values"] as const) {
    const inner = tags.filter(({ steps }) => steps[0] === step).map((tag) => ({ ...tag, steps: tag.steps.slice(1) }));
    const keyword = keywordsOfSteps[step];
    const target = schema[keyword];
    if (inner.length === 0 || typeof target !== "object") continue;
    schema[keyword] = applyTags(target, inner, inElements(context, keyword));
  }
}

function applyTag(schema: JSONSchema, tag: Tag, context: SchemaContext): void {
  const keyword = tagTable[tag.name]?.keyword;
  if (keyword !== undefined) setKeyword(schema, { tag, keyword, context });
  // Keywords have the order of their tags. What many tags add is put together afterwards: adding to it would copy all of it each time.
  else if (tag.name === "listMapKey") schema[listMapKeys] ??= [];
  else if (rulesOf(tag).length > 0) schema[validations] ??= [];
}

/** Adds the keys that the list does not have yet. */
function addListMapKeys(schema: JSONSchema, tags: readonly Tag[]): void {
  const keys = tags.filter(({ name }) => name === "listMapKey").map(({ value }) => value);
  if (keys.length === 0) return;
  schema[listMapKeys] = [...new Set([...(schema[listMapKeys] ?? []), ...stringsOf(keys)])];
}

/** The rule of `@cel`, whose grammar gives every value this form, or of `@immutable`. */
function rulesOf({ name, value }: Tag): readonly ValidationRule[] {
  if (name === "immutable") return [immutableRule];
  if (name !== "cel" || !isJsonObject(value)) return [];
  const { rule } = value;
  return typeof rule === "string" ? [{ ...value, rule }] : [];
}

interface Keyword {
  readonly tag: Tag;
  readonly keyword: string;
  readonly context: SchemaContext;
}

function setKeyword(schema: JSONSchema, { tag, keyword, context }: Keyword): void {
  const before = Object.entries(schema).find(([name]) => name === keyword)?.[1];
  const { name, value } = tag;
  const free = before === undefined || replaceable.has(name) || deepEqual(before, value);
  const narrows = narrower[name]?.(Number(value), Number(before)) ?? false;
  if (free || narrows) {
    Object.assign(schema, { [keyword]: value });
    return;
  }
  const values = { tag: name, given: JSON.stringify(value), wanted: JSON.stringify(before) };
  context.diagnostics.push(crdProblem("crd/tag-conflict", { values, position: tag.span, path: context.path }));
}

/** The counting rules, in a fixed order. */
function oneOfRules(schema: JSONSchema, tags: readonly Tag[], context: SchemaContext): ValidationRule[] {
  const required = new Set(schema.required);
  return oneOfTags.flatMap((kind) =>
    tags
      .filter(({ name }) => name === kind)
      .map((tag) => {
        const isCounted = (name: string): boolean => isCountable(schema, name, { tag, context, required });
        return oneOfRule(kind, stringsOf(tag.value).filter(isCounted));
      }),
  );
}

interface Counted extends Omit<Keyword, "keyword"> {
  readonly required: ReadonlySet<string>;
}

function isCountable(schema: JSONSchema, name: string, { tag, context, required }: Counted): boolean {
  const exists = Object.hasOwn(schema.properties ?? {}, name);
  if (exists && !required.has(name)) return true;
  const values = { tag: tag.name, name, problem: exists ? "always set" : "not a property of this type" };
  context.diagnostics.push(crdProblem("crd/one-of-field", { values, position: tag.span, path: context.path }));
  return false;
}

/** `@schema`: keywords merged in last; null removes one. */
function mergeFragment(schema: JSONSchema, { value }: Tag): JSONSchema {
  const fragment = isJsonObject(value) ? value : {};
  return Object.fromEntries(
    Object.entries({ ...schema, ...fragment }).filter(([keyword]) => fragment[keyword] !== null),
  );
}
