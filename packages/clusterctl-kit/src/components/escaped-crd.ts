// A CRD contains no variables: names, defaults and patterns that look like variables must stay unchanged when clusterctl substitutes.
import { dropLegacySpaces } from "../envsubst/legacy-spaces.ts";
import { escapeVariables } from "../envsubst/substitute.ts";

/** What a part of a CRD is, as far as the parts with descriptions go. A list has the name of its items; everything else is data. */
type Part = "crd" | "spec" | "version" | "validation" | "schema" | "schemas" | "column" | "description" | "data";

const partsOf: Partial<Record<Part, Readonly<Record<string, Part>>>> = {
  crd: { spec: "spec" },
  spec: { versions: "version" },
  version: { schema: "validation", additionalPrinterColumns: "column" },
  validation: { openAPIV3Schema: "schema" },
  schema: {
    description: "description",
    properties: "schemas",
    patternProperties: "schemas",
    items: "schema",
    additionalProperties: "schema",
    not: "schema",
    allOf: "schema",
    anyOf: "schema",
    oneOf: "schema",
  },
  column: { description: "description" },
};

function partOf(part: Part, name: string): Part {
  if (part === "schemas") return "schema";
  const parts = partsOf[part] ?? {};
  return Object.hasOwn(parts, name) ? (parts[name] ?? "data") : "data";
}

/**
 * The CRD with its names and strings escaped. clusterctl removes the whitespace of `${ NAME }` in spite of the escape: in descriptions,
 * where that does no harm, it is removed here already. The result has the input's shape.
 */
export function escapedCrd<T>(value: T, part: Part = "crd"): T {
  // A string stays a string, and a list a list of the same items.
  if (typeof value === "string")
    return escapeVariables(part === "description" ? dropLegacySpaces(value).text : value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => escapedCrd(each, part)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    escapeVariables(key),
    escapedCrd<unknown>(each, partOf(part, key)),
  ]);
  // Each value keeps its name, which only a user's template could have changed, and its shape.
  return Object.fromEntries(entries) as T;
}
