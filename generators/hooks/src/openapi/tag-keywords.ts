// The keywords that tags add to a schema. The topology of lists and maps is always added, everything else only with the option
// `constraints`: Cluster API's own document has none, because the API server has already checked the objects in it.
import { tagTable, type Tag, type TagStep } from "@capstan/generator-model";
import { isJsonObject, type JSONObject, type JSONValue } from "@capstan/kube";
import type { OpenApiSchema } from "./document.ts";

/** Which tags are written. */
export type TagChoice = "topology" | "all";

type Keywords = Record<string, JSONValue>;

/** The schema with the keywords of its tags. */
export function withTags(schema: OpenApiSchema, tags: readonly Tag[], choice: TagChoice): OpenApiSchema {
  const own = tags.filter(({ steps }) => steps.length === 0);
  if (choice === "topology") return { ...schema, ...keywordsOf(own.filter(({ name }) => topology.has(name))) };
  const written: OpenApiSchema = { ...schema, ...keywordsOf(own) };
  const inside = { ...below(written, tags, "items"), ...below(written, tags, "values") };
  return fragments(own).reduce(merged, { ...written, ...inside });
}

const topology = new Set(["listType", "listMapKey", "mapType"]);

function keywordsOf(tags: readonly Tag[]): OpenApiSchema {
  const keywords: Keywords = {};
  for (const { name, value } of tags) {
    const keyword = tagTable[name]?.keyword ?? collected[name];
    if (keyword === undefined) continue;
    const before = keywords[keyword];
    keywords[keyword] = collected[name] === undefined ? value : [...(Array.isArray(before) ? before : []), value];
  }
  // The table names keywords of OpenAPI schemas only.
  return keywords as OpenApiSchema;
}

/** Tags that may be repeated and become one list. */
const collected: Readonly<Record<string, string>> = {
  listMapKey: "x-kubernetes-list-map-keys",
  cel: "x-kubernetes-validations",
};

const places: Readonly<Record<TagStep, "items" | "additionalProperties">> = {
  items: "items",
  values: "additionalProperties",
};

/** `@items.` and `@values.`: the same, one level down. */
function below(schema: OpenApiSchema, tags: readonly Tag[], step: TagStep): OpenApiSchema {
  const inner = tags.filter(({ steps }) => steps[0] === step).map((tag) => ({ ...tag, steps: tag.steps.slice(1) }));
  const inside = schema[places[step]];
  return inner.length === 0 || inside === undefined ? {} : { [places[step]]: withTags(inside, inner, "all") };
}

function fragments(tags: readonly Tag[]): JSONObject[] {
  return tags.flatMap(({ name, value }) => (name === "schema" && isJsonObject(value) ? [value] : []));
}

/** `@schema`: keywords merged in last; null removes one. */
function merged(schema: OpenApiSchema, fragment: JSONObject): OpenApiSchema {
  const left = Object.entries({ ...schema, ...fragment }).filter(([, value]) => value !== null);
  return Object.fromEntries(left);
}
