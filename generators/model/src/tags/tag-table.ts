// The table of tags: the grammar of each value, the types that it is allowed on, and the schema keyword that it becomes. The reader, the
// generators and the documentation follow it.

/** How the value of a tag is read. */
export type TagGrammar = "flag" | "boolean" | "number" | "count" | "string" | "json" | "names" | "rule" | "word";

/** The JSON types that a tag is allowed on. */
export type TagTarget = "string" | "integer" | "number" | "intOrString" | "list" | "object" | "map" | "open" | "any";

/** One tag. */
export interface TagRule {
  readonly grammar: TagGrammar;
  /** The values of grammar `word`. */
  readonly words?: readonly string[];
  readonly on: readonly TagTarget[];
  /** Where the tag is allowed, unless that is on types and on properties. */
  readonly place?: "property" | "alias";
  readonly repeatable?: boolean;
  /** The schema keyword that has the same value. */
  readonly keyword?: string;
  /** What the tag means, for the documentation. */
  readonly meaning: string;
}

const numbers = ["integer", "number"] as const;
const strings = ["string", "intOrString"] as const;
const objects = ["object", "map", "open"] as const;

/** Every tag with data, by name. */
export const tagTable: Readonly<Record<string, TagRule>> = {
  minimum: { grammar: "number", on: numbers, keyword: "minimum", meaning: "the smallest value" },
  maximum: { grammar: "number", on: numbers, keyword: "maximum", meaning: "the largest value" },
  exclusiveMinimum: {
    grammar: "boolean",
    on: numbers,
    keyword: "exclusiveMinimum",
    meaning: "@minimum itself is not allowed",
  },
  exclusiveMaximum: {
    grammar: "boolean",
    on: numbers,
    keyword: "exclusiveMaximum",
    meaning: "@maximum itself is not allowed",
  },
  multipleOf: { grammar: "number", on: numbers, keyword: "multipleOf", meaning: "the value is a multiple of this" },
  minLength: { grammar: "count", on: strings, keyword: "minLength", meaning: "the minimum number of characters" },
  maxLength: { grammar: "count", on: strings, keyword: "maxLength", meaning: "the maximum number of characters" },
  pattern: { grammar: "string", on: strings, keyword: "pattern", meaning: "an RE2 pattern that the string matches" },
  format: {
    grammar: "string",
    on: ["string", ...numbers, "intOrString"],
    keyword: "format",
    meaning: "a format that the API server knows",
  },
  minItems: { grammar: "count", on: ["list"], keyword: "minItems", meaning: "the minimum number of elements" },
  maxItems: { grammar: "count", on: ["list"], keyword: "maxItems", meaning: "the maximum number of elements" },
  minProperties: { grammar: "count", on: objects, keyword: "minProperties", meaning: "the minimum number of fields" },
  maxProperties: { grammar: "count", on: objects, keyword: "maxProperties", meaning: "the maximum number of fields" },
  default: { grammar: "json", on: ["any"], keyword: "default", meaning: "the value when the field is not set" },
  example: { grammar: "json", on: ["any"], keyword: "example", meaning: "an example value" },
  title: { grammar: "string", on: ["any"], keyword: "title", meaning: "a short title" },
  externalDocs: {
    grammar: "json",
    on: ["any"],
    keyword: "externalDocs",
    meaning: "a link to more documentation, {url, description?}",
  },
  listType: {
    grammar: "word",
    words: ["atomic", "set", "map"],
    on: ["list"],
    keyword: "x-kubernetes-list-type",
    meaning: "how lists of two writers are merged",
  },
  listMapKey: {
    grammar: "string",
    on: ["list"],
    repeatable: true,
    meaning: "a field that identifies the elements of a list with @listType map",
  },
  mapType: {
    grammar: "word",
    words: ["granular", "atomic"],
    on: objects,
    keyword: "x-kubernetes-map-type",
    meaning: "how objects of two writers are merged",
  },
  immutable: { grammar: "flag", on: ["any"], place: "property", meaning: "the field cannot change after it is set" },
  cel: {
    grammar: "rule",
    on: ["any"],
    repeatable: true,
    meaning: "a CEL rule: only the rule, or {rule, message, ...}",
  },
  atMostOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "at most one of these fields is set" },
  exactlyOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "exactly one of these fields is set" },
  atLeastOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "at least one of these fields is set" },
  union: {
    grammar: "flag",
    on: ["any"],
    place: "alias",
    meaning: "the alias is a union of objects with a literal that identifies each",
  },
  component: {
    grammar: "string",
    on: ["object"],
    place: "alias",
    meaning: "the name of the type in the OpenAPI document of hooks",
  },
  preserveUnknownFields: {
    grammar: "flag",
    on: ["any"],
    keyword: "x-kubernetes-preserve-unknown-fields",
    meaning: "the API server keeps fields that the schema does not name",
  },
  embeddedResource: {
    grammar: "flag",
    on: objects,
    keyword: "x-kubernetes-embedded-resource",
    meaning: "the value is a Kubernetes object",
  },
  schemaType: {
    grammar: "string",
    on: ["any"],
    keyword: "type",
    meaning: "the type in the schema, instead of the one of the TypeScript type",
  },
  schemaless: {
    grammar: "flag",
    on: ["any"],
    meaning: "the schema consists of tags only; the TypeScript type is ignored",
  },
  schema: { grammar: "json", on: ["any"], meaning: "a part of the schema, merged last; null removes a keyword" },
};

/** The rule of a tag, or undefined when there is no tag of that name. */
export function tagRule(name: string): TagRule | undefined {
  return Object.hasOwn(tagTable, name) ? tagTable[name] : undefined;
}

/** Tags of documentation: kept as they are, left out, or turned into the last paragraph of the description. */
export const documentationTags: Readonly<Record<string, "keep" | "drop" | "deprecated">> = {
  deprecated: "deprecated",
  see: "keep",
  remarks: "keep",
  link: "keep",
  internal: "drop",
  privateRemarks: "drop",
  todo: "drop",
};

/** Names that authors try and for which TypeScript has its own syntax. */
export const offeredInstead: Readonly<Record<string, string>> = {
  nullable: "`T | null`",
  required: "a property without `?`",
  optional: "a property with `?`",
  enum: 'a union of literals, `"A" | "B"`',
  type: "the TypeScript type",
};
