// Schema keywords -> tag lines. Compares the schema that a type has without tags (`base`) with the wanted one, and writes tags for the
// difference; what no tag expresses becomes `@schema`, so that nothing is lost.
import { deepEqual, type JSONValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { isRule } from "../tags/parse-tag-value.ts";
import { tagTable, type TagRule, type TagTarget } from "../tags/tag-table.ts";
import { isWritable, tagJson, tagText } from "./comment.ts";

type Keywords = Readonly<Record<string, JSONValue>>;

/** The keywords of a schema: its type names them, and has no place for a name that is computed. */
function keywordsOf(schema: JSONSchema): Keywords {
  return schema as Keywords;
}

/** The tag of each keyword that a tag takes over as it is. */
const tagOfKeyword = new Map(
  Object.entries(tagTable).flatMap(([name, { keyword }]) => (keyword ? [[keyword, name]] : [])),
);

/**
 * The lines of the tags that turn `base` into `schema`. The description is left to the comment where that is possible; what has no
 * comment, such as an element of a list, has its description in `@schema`.
 */
export function tagLines(schema: JSONSchema, base: JSONSchema, hasComment = true): string[] {
  const [wanted, given] = [keywordsOf(schema), keywordsOf(base)];
  const lines: string[] = [];
  const fragment: Record<string, JSONValue> = {};
  for (const [keyword, value] of Object.entries(wanted)) {
    if (value === undefined || deepEqual(given[keyword], value)) continue;
    if (keyword === "description" && hasComment && typeof value === "string" && isWritable(value)) continue;
    const tags = given[keyword] === undefined ? tagsFor(keyword, value, targetOf(base)) : undefined;
    if (tags === undefined) fragment[keyword] = value;
    else lines.push(...tags);
  }
  for (const keyword of Object.keys(given)) if (wanted[keyword] === undefined) fragment[keyword] = null;
  return Object.keys(fragment).length === 0 ? lines : [...lines, `@schema ${tagJson(fragment)}`];
}

function targetOf({ type, "x-kubernetes-int-or-string": intOrString, ...rest }: JSONSchema): TagTarget {
  if (intOrString === true) return "intOrString";
  if (type === "array") return "list";
  if (type === "object") return rest.additionalProperties === undefined ? "object" : "map";
  return type === "string" || type === "integer" || type === "number" ? type : "any";
}

function tagsFor(keyword: string, value: JSONValue, target: TagTarget): string[] | undefined {
  if (keyword === "x-kubernetes-validations") return Array.isArray(value) ? celTags(value) : undefined;
  if (keyword === "x-kubernetes-list-map-keys")
    return target === "list" && Array.isArray(value) ? listMapKeyTags(value) : undefined;
  const name = tagOfKeyword.get(keyword);
  const rule = name === undefined ? undefined : tagTable[name];
  if (name === undefined || rule === undefined || keyword === "type") return undefined;
  if (!rule.on.some((place) => place === "any" || place === target)) return undefined;
  const text = valueText(rule, value);
  return text === undefined ? undefined : [text === "" ? `@${name}` : `@${name} ${text}`];
}

/** Undefined where a key is not a plain word: it is then part of `@schema`, whose JSON is escaped. */
function listMapKeyTags(keys: readonly JSONValue[]): string[] | undefined {
  const plain = keys.flatMap((key) => (typeof key === "string" && tagText(key) === key ? [key] : []));
  return plain.length === keys.length ? plain.map((key) => `@listMapKey ${key}`) : undefined;
}

function celTags(rules: readonly JSONValue[]): string[] | undefined {
  return rules.every(isRule) ? rules.map((rule) => `@cel ${tagJson(rule)}`) : undefined;
}

type ValueText = (value: JSONValue, rule: TagRule) => string | undefined;

const ifTrue: ValueText = (value) => (value === true ? "" : undefined);

const valueTexts: Readonly<Record<string, ValueText>> = {
  flag: ifTrue,
  boolean: (value) => (value === false ? "false" : ifTrue(value, { grammar: "flag", on: [], meaning: "" })),
  number: (value) => (typeof value === "number" ? String(value) : undefined),
  count: (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined,
  string: (value) => (typeof value === "string" ? tagText(value) : undefined),
  word: (value, { words = [] }) => (typeof value === "string" && words.includes(value) ? value : undefined),
  json: (value) => tagJson(value),
};

function valueText(rule: TagRule, value: JSONValue): string | undefined {
  return valueTexts[rule.grammar]?.(value, rule);
}
