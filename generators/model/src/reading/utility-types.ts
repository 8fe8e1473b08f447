// TypeScript's utility types, applied to the syntax: the type checker would lose the documentation and tags of every property. A utility
// type of a named type keeps the documentation of that type.
import type { TypeSyntax } from "../syntax/syntax.ts";
import type { NamedType, ObjectNode, Property, Tag, TypeNode } from "../type-model.ts";
import { allocateId, behind, describeNode, objectBehind, reject, type ModelReading, type Scope } from "./reading.ts";

type ReferenceSyntax = Extract<TypeSyntax, { kind: "reference" }>;
type Change = (properties: readonly Property[], names: ReadonlySet<string>) => Property[];

const changes: Readonly<Record<string, Change>> = {
  Partial: (properties) => properties.map((property) => ({ ...property, optional: true })),
  Required: (properties) => properties.map((property) => ({ ...property, optional: false })),
  Readonly: (properties) => [...properties],
  Pick: (properties, names) => properties.filter(({ name }) => names.has(name)),
  Omit: (properties, names) => properties.filter(({ name }) => !names.has(name)),
};
const takesNames = new Set(["Pick", "Omit"]);

/** Whether a name that is declared nowhere is a utility type that is read. */
export function isUtilityType(name: string): boolean {
  return name === "Record" || Object.hasOwn(changes, name);
}

/** Reads a use of a utility type. */
export function readUtilityType(reading: ModelReading, syntax: ReferenceSyntax, scope: Scope): TypeNode {
  const [name = ""] = syntax.name;
  const wanted = takesNames.has(name) || name === "Record" ? 2 : 1;
  if (syntax.args.length !== wanted) return wrongArguments(reading, { syntax, scope }, `${wanted} type arguments`);
  const nodes = syntax.args.map((argument) => (isNever(argument) ? "never" : reading.readType(argument, scope)));
  return name === "Record"
    ? readRecord(reading, nodes, { syntax, scope })
    : readChange(reading, nodes, { syntax, scope });
}

function isNever(syntax: TypeSyntax): boolean {
  return syntax.kind === "keyword" && syntax.name === "never";
}

interface Use {
  readonly syntax: ReferenceSyntax;
  readonly scope: Scope;
}

function readRecord(
  reading: ModelReading,
  [key, value]: readonly (TypeNode | "never")[],
  { syntax, scope }: Use,
): TypeNode {
  const keys = key === undefined || key === "never" ? undefined : behind(reading, key);
  if (keys?.kind === "scalar" && keys.scalar === "string") {
    if (value === "never") return { kind: "open", open: "empty" };
    if (value !== undefined) return { kind: "map", value };
  }
  if (keys?.kind === "enum" && keys.base === "string" && value !== undefined && value !== "never")
    return { kind: "object", properties: keys.values.map((name) => property(String(name), value, { syntax, scope })) };
  const values = { key: keys === undefined ? "never" : describeNode(reading, keys) };
  return reject(reading, "model/map-key", { source: scope.source, range: syntax.range, values });
}

function property(name: string, type: TypeNode, { scope }: Use): Property {
  const position = { file: scope.source.name };
  return { name, optional: false, type, description: "", tags: [], position };
}

function readChange(
  reading: ModelReading,
  [of, given]: readonly (TypeNode | "never")[],
  { syntax, scope }: Use,
): TypeNode {
  const [name = ""] = syntax.name;
  const change = changes[name];
  const object = of === undefined || of === "never" ? undefined : objectBehind(reading, of);
  if (of === undefined || of === "never" || object === undefined || change === undefined)
    return wrongArguments(reading, { syntax, scope }, "an object type");
  const names = takesNames.has(name) ? namesOf(reading, given) : new Set<string>();
  if (names === undefined) return wrongArguments(reading, { syntax, scope }, "the names of properties, as literals");
  const node: ObjectNode = { kind: "object", properties: change(object.properties, names) };
  return of.kind === "ref"
    ? named(reading, { of: of.type, node, name: `${name}<${argumentNames(reading, of, names)}>` })
    : node;
}

function namesOf(reading: ModelReading, given: TypeNode | "never" | undefined): Set<string> | undefined {
  if (given === "never") return new Set();
  const node = given === undefined ? undefined : behind(reading, given);
  return node?.kind === "enum" && node.base === "string" ? new Set(node.values.map(String)) : undefined;
}

function argumentNames(reading: ModelReading, of: TypeNode, names: ReadonlySet<string>): string {
  const literals = [...names].map((name) => JSON.stringify(name)).join(" | ");
  return literals === "" ? describeNode(reading, of) : `${describeNode(reading, of)}, ${literals}`;
}

/** The changed type under its own name, with the documentation of the original type. */
function named(reading: ModelReading, { of, node, name }: { of: string; node: ObjectNode; name: string }): TypeNode {
  const source = reading.types.get(of);
  if (source === undefined) return node;
  const key = JSON.stringify(["utility", of, name]);
  const id = reading.ids.get(key) ?? allocateId(reading, name);
  reading.ids.set(key, id);
  const left = new Set(node.properties.map((candidate) => candidate.name));
  const { wellKnown: _, ...rest } = source;
  const changed: NamedType = {
    ...rest,
    id,
    name,
    type: node,
    tags: source.tags.flatMap((tag) => narrowTag(tag, left)),
  };
  reading.types.set(id, changed);
  return { kind: "ref", type: id };
}

const oneOfTags = new Set(["atMostOneOf", "exactlyOneOf", "atLeastOneOf"]);

/** A rule about several fields applies to those that are left; with fewer than two it is dropped. */
function narrowTag(tag: Tag, left: ReadonlySet<string>): Tag[] {
  if (!oneOfTags.has(tag.name) || !Array.isArray(tag.value)) return [tag];
  const value = tag.value.filter((name) => typeof name === "string" && left.has(name));
  return value.length > 1 ? [{ ...tag, value }] : [];
}

function wrongArguments(reading: ModelReading, { syntax, scope }: Use, wanted: string): TypeNode {
  const values = { type: syntax.name.join("."), wanted };
  return reject(reading, "model/utility-arguments", { source: scope.source, range: syntax.range, values });
}
