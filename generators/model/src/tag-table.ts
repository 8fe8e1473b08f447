// The annotation scheme's tags, as a table: the grammar of each value, what it may stand on, what it becomes. The tokenizer
// (read-comment.ts), the placement check (check-tags.ts), the generators and the documentation read it.

/** How the text behind a tag is read. */
export type TagGrammar = "flag" | "boolean" | "number" | "count" | "text" | "json" | "names" | "rule" | "word";

/** What a tag may stand on, by JSON type; `property` and `alias` speak of the place instead. */
export type TagTarget = "string" | "integer" | "number" | "intOrString" | "list" | "object" | "map" | "open" | "any";

/** One tag of the scheme. */
export interface TagRule {
  readonly grammar: TagGrammar;
  /** The words allowed, for grammar `word`. */
  readonly words?: readonly string[];
  readonly on: readonly TagTarget[];
  /** Where the tag may stand, when not on types and properties alike. */
  readonly place?: "property" | "alias";
  readonly repeatable?: boolean;
  /** The schema keyword that takes the value as it is. */
  readonly keyword?: string;
  /** What the tag says, for the documentation. */
  readonly meaning: string;
}

const numbers = ["integer", "number"] as const;
const texts = ["string", "intOrString"] as const;
const objects = ["object", "map", "open"] as const;

/** Every tag that carries data, by name. */
export const tagTable: Readonly<Record<string, TagRule>> = {
  minimum: { grammar: "number", on: numbers, keyword: "minimum", meaning: "the least value" },
  maximum: { grammar: "number", on: numbers, keyword: "maximum", meaning: "the greatest value" },
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
  minLength: { grammar: "count", on: texts, keyword: "minLength", meaning: "the least number of characters" },
  maxLength: { grammar: "count", on: texts, keyword: "maxLength", meaning: "the greatest number of characters" },
  pattern: { grammar: "text", on: texts, keyword: "pattern", meaning: "an RE2 pattern that the text matches" },
  format: {
    grammar: "text",
    on: ["string", ...numbers, "intOrString"],
    keyword: "format",
    meaning: "a format the API server knows",
  },
  minItems: { grammar: "count", on: ["list"], keyword: "minItems", meaning: "the least number of elements" },
  maxItems: { grammar: "count", on: ["list"], keyword: "maxItems", meaning: "the greatest number of elements" },
  minProperties: { grammar: "count", on: objects, keyword: "minProperties", meaning: "the least number of fields" },
  maxProperties: { grammar: "count", on: objects, keyword: "maxProperties", meaning: "the greatest number of fields" },
  default: { grammar: "json", on: ["any"], keyword: "default", meaning: "the value when none is given" },
  example: { grammar: "json", on: ["any"], keyword: "example", meaning: "a value to show" },
  title: { grammar: "text", on: ["any"], keyword: "title", meaning: "a short title" },
  externalDocs: {
    grammar: "json",
    on: ["any"],
    keyword: "externalDocs",
    meaning: "{url, description?} of more documentation",
  },
  listType: {
    grammar: "word",
    words: ["atomic", "set", "map"],
    on: ["list"],
    keyword: "x-kubernetes-list-type",
    meaning: "how two writers' lists are merged",
  },
  listMapKey: {
    grammar: "text",
    on: ["list"],
    repeatable: true,
    meaning: "a field that tells the elements of a map list apart",
  },
  mapType: {
    grammar: "word",
    words: ["granular", "atomic"],
    on: objects,
    keyword: "x-kubernetes-map-type",
    meaning: "how two writers' objects are merged",
  },
  immutable: { grammar: "flag", on: ["any"], place: "property", meaning: "the field never changes once set" },
  cel: {
    grammar: "rule",
    on: ["any"],
    repeatable: true,
    meaning: "a CEL rule: the rule alone, or {rule, message, ...}",
  },
  atMostOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "at most one of these fields is set" },
  exactlyOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "exactly one of these fields is set" },
  atLeastOneOf: { grammar: "names", on: ["object"], repeatable: true, meaning: "at least one of these fields is set" },
  union: {
    grammar: "flag",
    on: ["any"],
    place: "alias",
    meaning: "the alias is a union of objects told apart by a literal",
  },
  component: {
    grammar: "text",
    on: ["object"],
    place: "alias",
    meaning: "the type's name in the OpenAPI document of hooks",
  },
  preserveUnknownFields: {
    grammar: "flag",
    on: ["any"],
    keyword: "x-kubernetes-preserve-unknown-fields",
    meaning: "fields the schema does not name are kept",
  },
  embeddedResource: {
    grammar: "flag",
    on: objects,
    keyword: "x-kubernetes-embedded-resource",
    meaning: "the value is a Kubernetes object of its own",
  },
  schemaType: {
    grammar: "text",
    on: ["any"],
    keyword: "type",
    meaning: "the schema's type, in place of the TypeScript type's",
  },
  schemaless: { grammar: "flag", on: ["any"], meaning: "the TypeScript type says nothing to the schema; tags do" },
  schema: { grammar: "json", on: ["any"], meaning: "a piece of schema, merged in last; null removes a keyword" },
};

/** The rule of a tag, or undefined for a name that is none. */
export function tagRule(name: string): TagRule | undefined {
  return Object.hasOwn(tagTable, name) ? tagTable[name] : undefined;
}

/** Tags for the reader of the text: kept as they are, dropped, or made the last paragraph of the description. */
export const documentationTags: Readonly<Record<string, "keep" | "drop" | "deprecated">> = {
  deprecated: "deprecated",
  see: "keep",
  remarks: "keep",
  link: "keep",
  internal: "drop",
  privateRemarks: "drop",
  todo: "drop",
};

/** Names that authors try and that TypeScript itself says better. */
export const offeredInstead: Readonly<Record<string, string>> = {
  nullable: "`T | null`",
  required: "a property without `?`",
  optional: "a property with `?`",
  enum: 'a union of literals, `"A" | "B"`',
  type: "the TypeScript type",
};
