// Whole numbers of a schema that JavaScript cannot keep: read as a number, they may be another one already, and the CRD that is generated again
// would have that one.
import { isJsonObject, isLostNumber, type JsonPath } from "@capstan/kube";

/** Keywords whose values are floating-point numbers for the API server too, which so loses the same digits. */
const floatKeywords: ReadonlySet<JsonPath[number]> = new Set(["minimum", "maximum", "multipleOf"]);

/** Keywords whose values are JSON of the API's objects, in which no key is a keyword. */
const valueKeywords: ReadonlySet<JsonPath[number]> = new Set(["default", "enum", "example"]);

/** The place of every such number below a schema. */
export function lostNumbers(schema: unknown, path: JsonPath): JsonPath[] {
  return find(schema, path, "keywords");
}

function find(value: unknown, path: JsonPath, keys: "keywords" | "names" | "values"): JsonPath[] {
  if (typeof value === "number") return isLostNumber(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, i) => find(item, [...path, i], keys));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, below]) => {
    if (keys === "keywords" && floatKeywords.has(key)) return [];
    return find(below, [...path, key], keysBelow(keys, key));
  });
}

/** What the keys below a key are: the names below `properties` are not keywords, what is below such a name are again. */
function keysBelow(keys: "keywords" | "names" | "values", key: string): "keywords" | "names" | "values" {
  if (keys === "values" || (keys === "keywords" && valueKeywords.has(key))) return "values";
  return keys === "keywords" && key === "properties" ? "names" : "keywords";
}
