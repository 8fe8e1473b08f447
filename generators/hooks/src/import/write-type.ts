// One type as TypeScript: its shape from openapi-typescript, its scalars and tags from the schema, so that the same
// schema is generated again.
import { ownValue } from "@capstan/kube";
import type { MemberSyntax, TypeSyntax } from "@capstan/generator-model/syntax";
import { commentLines, isWritable, propertyKey, tagLines, valueLiteral } from "@capstan/generator-model/writing";
import type { PlainSchema } from "./plain-schema.ts";
import { componentOf } from "./schema-components.ts";

/** A type in TypeScript, its schema without tags, and tags for its elements, which have no comment. */
export interface WrittenType {
  readonly text: string;
  readonly base: PlainSchema;
  readonly tags: readonly string[];
}

/** The names in the file that types are written for. */
export interface TypeScope {
  /** The name of a component's type in this file. */
  componentType(component: string): string;
  /** Imports a type of @capstan/api, and returns its name. */
  vocabulary(name: string): string;
}

/** Writes the type of a schema. */
export function writeType(scope: TypeScope, syntax: TypeSyntax, schema: PlainSchema): WrittenType {
  if (schema.nullable !== true) return writePlain(scope, syntax, schema);
  const { nullable: _, ...rest } = schema;
  const written = writePlain(scope, withoutNull(syntax), rest);
  return { ...written, text: `${written.text} | null`, base: { ...written.base, nullable: true } };
}

function withoutNull(syntax: TypeSyntax): TypeSyntax {
  if (syntax.kind !== "union") return syntax;
  const members = syntax.members.filter((member) => !(member.kind === "literal" && member.value === null));
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { ...syntax, members };
}

function writePlain(scope: TypeScope, syntax: TypeSyntax, schema: PlainSchema): WrittenType {
  switch (syntax.kind) {
    case "indexed":
      return writeReference(scope, syntax, schema);
    case "keyword":
      return writeScalar(scope, syntax.name, schema);
    case "literal":
      return writeEnum([syntax], schema);
    case "union":
      return writeUnion(scope, syntax, schema);
    case "list":
      return writeList(scope, syntax, schema);
    case "object":
      return writeObject(scope, syntax, schema);
    case "reference":
      return writeOpenObject(scope, schema);
    default:
      throw new Error(`it wrote a type that has no schema (${syntax.kind})`);
  }
}

/** `components["schemas"]["X"]`, with the name that X has in this file. */
function writeReference(
  scope: TypeScope,
  { index }: Extract<TypeSyntax, { kind: "indexed" }>,
  { $ref = "" }: PlainSchema,
): WrittenType {
  const component = index.kind === "literal" ? String(index.value) : "";
  if (componentOf($ref) !== component) throw new Error(`it wrote "${component}" where the document has "${$ref}"`);
  return { text: scope.componentType(component), base: { $ref }, tags: [] };
}

/** The scalar of a type and format, and its schema; "" is the format of a type that has none. */
const scalars: Readonly<Record<string, Readonly<Record<string, readonly [string, PlainSchema]>>>> = {
  string: {
    "": ["string", { type: "string" }],
    byte: ["Bytes", { type: "string", format: "byte" }],
    "date-time": ["Time", { type: "string", format: "date-time" }],
  },
  integer: {
    "": ["Int", { type: "integer" }],
    int32: ["Int32", { type: "integer", format: "int32" }],
    int64: ["Int64", { type: "integer", format: "int64" }],
  },
  number: {
    "": ["Double", { type: "number", format: "double" }],
    float: ["Float", { type: "number", format: "float" }],
  },
  boolean: { "": ["boolean", { type: "boolean" }] },
};

function writeScalar(scope: TypeScope, keyword: string, { type = "", format = "" }: PlainSchema): WrittenType {
  if (keyword === "unknown") return { text: scope.vocabulary("JSONValue"), base: {}, tags: [] };
  const byFormat = ownValue(scalars, type);
  const [name, base] = ownValue(byFormat, format) ?? byFormat?.[""] ?? [];
  if (name === undefined || base === undefined || (keyword === "number") !== (type === "integer" || type === "number"))
    throw new Error(`it wrote ${keyword} for the type "${type}"`);
  return { text: name === keyword ? name : scope.vocabulary(name), base, tags: [] };
}

function writeUnion(
  scope: TypeScope,
  { members }: { readonly members: readonly TypeSyntax[] },
  schema: PlainSchema,
): WrittenType {
  if (schema["x-kubernetes-int-or-string"] === true)
    return { text: scope.vocabulary("IntOrString"), base: { "x-kubernetes-int-or-string": true }, tags: [] };
  return writeEnum(members, schema);
}

function writeEnum(members: readonly TypeSyntax[], { type }: PlainSchema): WrittenType {
  const values = members.map((member) => {
    if (member.kind === "literal" && member.value !== null) return member.value;
    throw new Error("it wrote a union that is no enum");
  });
  // A union of true and false is the whole type boolean.
  if (type === "boolean" && values.length === 2) return { text: "boolean", base: { type }, tags: [] };
  const base = type === "number" ? "integer" : type;
  return {
    text: values.map(valueLiteral).join(" | "),
    base: { ...(base !== undefined && { type: base }), enum: values },
    tags: [],
  };
}

function writeList(
  scope: TypeScope,
  { element }: Extract<TypeSyntax, { kind: "list" }>,
  { items = {} }: PlainSchema,
): WrittenType {
  const { text, base, tags } = writeType(scope, element, items);
  const isUnion = element.kind === "union" && / [|] /.test(text);
  return {
    text: isUnion ? `(${text})[]` : `${text}[]`,
    base: { type: "array", items },
    tags: tagsBelow("items", [...tagLines(items, base, false), ...tags]),
  };
}

function tagsBelow(step: "items" | "values", lines: readonly string[]): string[] {
  return lines.map((line) => line.replace("@", `@${step}.`));
}

function writeObject(
  scope: TypeScope,
  { members }: Extract<TypeSyntax, { kind: "object" }>,
  schema: PlainSchema,
): WrittenType {
  const [first] = members;
  if (first?.kind === "index") return writeMap(scope, first.value, schema);
  const lines = writeMembers(scope, members, schema).map((line) => `  ${line}`);
  return { text: ["{", ...lines, "}"].join("\n"), base: objectBase(schema), tags: [] };
}

function writeMap(scope: TypeScope, value: TypeSyntax, { additionalProperties }: PlainSchema): WrittenType {
  const values = typeof additionalProperties === "object" ? additionalProperties : {};
  const { text, base, tags } = writeType(scope, value, values);
  return {
    text: `Record<string, ${text}>`,
    base: { type: "object", ...(additionalProperties !== undefined && { additionalProperties }) },
    tags: tagsBelow("values", [...tagLines(values, base, false), ...tags]),
  };
}

/** An object with unknown fields, or without any field. */
function writeOpenObject(scope: TypeScope, { properties, additionalProperties }: PlainSchema): WrittenType {
  const base: PlainSchema = { type: "object", ...(properties !== undefined && { properties }) };
  return { text: scope.vocabulary(additionalProperties === false ? "EmptyObject" : "JSONObject"), base, tags: [] };
}

/** The schema of an object type without tags: its fields, and the required ones. */
export function objectBase({ properties, required }: PlainSchema): PlainSchema {
  return {
    type: "object",
    ...(properties !== undefined && { properties }),
    ...(required !== undefined && { required }),
  };
}

/** The members of an object type or interface, each with its comment. */
export function writeMembers(scope: TypeScope, members: readonly MemberSyntax[], schema: PlainSchema): string[] {
  return members.flatMap((member) => {
    const property = member.kind === "property" ? schema.properties?.[member.name] : undefined;
    if (member.kind !== "property" || member.type === undefined || property === undefined)
      throw new Error("it wrote a property that the document has not");
    const { text, base, tags } = writeType(scope, member.type, property);
    const declaration = `${propertyKey(member.name)}${member.optional ? "?" : ""}: ${text};`;
    return [...writeComment(property, [...tagLines(property, base), ...tags]), ...declaration.split("\n")];
  });
}

/** The doc comment of a schema with these tags. */
export function writeComment({ description }: PlainSchema, tags: readonly string[]): string[] {
  return commentLines({
    description: description !== undefined && isWritable(description) ? description : undefined,
    tags,
  });
}
