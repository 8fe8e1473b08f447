// The tags of two fields that decide which values the API server accepts, compared.
import type { Tag } from "@capstan/generator-model";
import { isJsonObject, stringifyExactJson } from "@capstan/kube";

/** The tags that decide which values are accepted. */
const bounding = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "listType",
  "listMapKey",
  "cel",
  "atMostOneOf",
  "exactlyOneOf",
  "atLeastOneOf",
  "schema",
  "embeddedResource",
]);

/** Values with which a tag has no effect on which values are accepted. */
const idle: Readonly<Record<string, readonly unknown[]>> = {
  exclusiveMinimum: [false],
  exclusiveMaximum: [false],
  minLength: [0],
  pattern: [""],
  minItems: [0],
  minProperties: [0],
  listType: ["atomic"],
};

const repeated = new Set(["listMapKey", "cel", "atMostOneOf", "exactlyOneOf", "atLeastOneOf"]);

/** A tag that two fields have with other values, or that one of them lacks. */
export interface TagDifference {
  readonly name: string;
  readonly difference: string;
}

/** The differences between the tags of an older and a newer field. */
export function tagDifferences(tags: readonly [readonly Tag[], readonly Tag[]]): readonly TagDifference[] {
  const [older, newer] = [boundsOf(tags[0]), boundsOf(tags[1])];
  const names = new Set([...older.keys(), ...newer.keys()]);
  return [...names].flatMap((name) =>
    older.get(name) === newer.get(name)
      ? []
      : [{ name, difference: `${written(name, older.get(name))} and ${written(name, newer.get(name))}` }],
  );
}

function written(name: string, value: string | undefined): string {
  return value === undefined ? `no @${name}` : `@${name} ${value}`;
}

/** The bounds by name: of a tag given twice the last, as it wins, or all of those that add up. */
function boundsOf(tags: readonly Tag[]): ReadonlyMap<string, string> {
  const bounds = new Map<string, string>();
  for (const { name, steps, value } of withSortedNames(tags)) {
    if (!bounding.has(name)) continue;
    const full = [...steps, name].join(".");
    if (idle[name]?.includes(value) === true) bounds.delete(full);
    else
      bounds.set(full, repeated.has(name) ? [bounds.get(full) ?? [], ruleOf(value)].flat().join(", ") : ruleOf(value));
  }
  return bounds;
}

const namingFields = new Set(["listMapKey", "atMostOneOf", "exactlyOneOf", "atLeastOneOf"]);

/** Tags that name fields, sorted, with sorted names: their order changes nothing. */
function withSortedNames(tags: readonly Tag[]): readonly Tag[] {
  const isNaming = ({ name }: Tag): boolean => namingFields.has(name);
  const sorted = tags
    .filter(isNaming)
    .map((tag) => (Array.isArray(tag.value) ? { ...tag, value: tag.value.map(String).toSorted() } : tag))
    .toSorted((a, b) => (ruleOf(a.value) < ruleOf(b.value) ? -1 : 1));
  return [...tags.filter((tag) => !isNaming(tag)), ...sorted];
}

/** A value without what does not decide: the message of a CEL rule. */
function ruleOf(value: unknown): string {
  const rule = isJsonObject(value) && typeof value["rule"] === "string" ? value["rule"] : value;
  return typeof rule === "string" ? rule : stringifyExactJson(rule);
}
