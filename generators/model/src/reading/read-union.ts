// Unions: of literals (an enum, in the order of the source), with null (nullable), of objects that a literal identifies (`@union` on the
// alias). Every other union has no single JSON type and is reported.
import type { TypeSyntax } from "../syntax/syntax.ts";
import { propertyOf, type EnumNode, type ObjectNode, type TypeNode, type UnionMember } from "../type-model.ts";
import { behind, describeNode, objectBehind, reject, type ModelReading, type Scope } from "./reading.ts";

type UnionSyntax = Extract<TypeSyntax, { kind: "union" | "intersection" }>;

/** Reads a union that is not marked with `@union`. */
export function readUnion(reading: ModelReading, syntax: UnionSyntax, scope: Scope): TypeNode {
  const members = flatten(syntax.members);
  const at = { source: scope.source, range: syntax.range };
  const rest = members.filter((member) => !isNull(member));
  if (rest.length === 0) return reject(reading, "model/null-only", at);
  const [only] = rest;
  const node = rest.length === 1 && only ? reading.readType(only, scope) : readMembers(reading, rest, { scope, at });
  return rest.length === members.length ? node : { kind: "nullable", of: node };
}

/** Reads the members of an alias marked with `@union`. */
export function readDiscriminated(reading: ModelReading, syntax: TypeSyntax, scope: Scope): TypeNode {
  const at = { source: scope.source, range: syntax.range };
  if (syntax.kind !== "union") return reject(reading, "model/union-alias", at);
  const types = flatten(syntax.members).map((member) => reading.readType(member, scope));
  const objects = types.map((type) => objectBehind(reading, type));
  if (!objects.every((object) => object !== undefined)) return reject(reading, "model/union-alias", at);
  const discriminator = discriminatorOf(reading, objects);
  if (discriminator === undefined) return reject(reading, "model/object-union", at);
  const members = types.map((type, i): UnionMember => {
    const values = objects[i] === undefined ? [] : literals(reading, objects[i], discriminator);
    return { value: String(values[0]), type };
  });
  return { kind: "union", discriminator, members };
}

/** The node of a single literal. */
export function literalNode(value: string | number | boolean): EnumNode {
  const base = typeof value === "number" ? "integer" : typeof value === "boolean" ? "boolean" : "string";
  return { kind: "enum", base, values: [value] };
}

function flatten(members: readonly TypeSyntax[]): TypeSyntax[] {
  return members.flatMap((member) => (member.kind === "union" ? flatten(member.members) : [member]));
}

function isNull(syntax: TypeSyntax): boolean {
  return syntax.kind === "literal" && syntax.value === null;
}

interface Place {
  readonly scope: Scope;
  readonly at: Parameters<typeof reject>[2];
}

function readMembers(reading: ModelReading, members: readonly TypeSyntax[], { scope, at }: Place): TypeNode {
  const before = reading.diagnostics.length;
  const nodes = members.map((member) => reading.readType(member, scope));
  if (reading.diagnostics.length > before) return { kind: "open", open: "value" };
  const found = nodes.map((node) => behind(reading, node));
  const enums = found.filter((node) => node?.kind === "enum");
  if (enums.length === found.length) return readEnum(reading, enums, at);
  if (found.every((node) => node?.kind === "object")) return reject(reading, "model/object-union", at);
  const kinds = nodes.map((node) => `\`${describeNode(reading, node)}\``).join(" and ");
  return reject(reading, "model/mixed-union", { ...at, values: { kinds } });
}

function readEnum(reading: ModelReading, enums: readonly EnumNode[], at: Parameters<typeof reject>[2]): TypeNode {
  const base = enums[0]?.base ?? "string";
  const values = enums.flatMap((node) => node.values);
  const whole = values.every((value) => typeof value !== "number" || Number.isInteger(value));
  if (!whole || enums.some((node) => node.base !== base)) return reject(reading, "model/mixed-enum", at);
  const seen = new Set<unknown>();
  const twice = values.find((value) => seen.size === seen.add(value).size);
  if (twice !== undefined)
    return reject(reading, "model/duplicate-enum", { ...at, values: { value: JSON.stringify(twice) } });
  return base === "boolean" && values.length === 2
    ? { kind: "scalar", scalar: "boolean" }
    : { kind: "enum", base, values };
}

/** The first property that every member has, required, as a string literal that differs in each. */
function discriminatorOf(reading: ModelReading, objects: readonly ObjectNode[]): string | undefined {
  return objects[0]?.properties.find(({ name }) => {
    const values = objects.map((object) => literals(reading, object, name));
    const single = values.every((list) => list.length === 1 && typeof list[0] === "string");
    return single && new Set(values.flat()).size === objects.length;
  })?.name;
}

function literals(reading: ModelReading, object: ObjectNode, name: string): readonly unknown[] {
  const property = propertyOf(object, name);
  const node = property === undefined || property.optional ? undefined : behind(reading, property.type);
  return node?.kind === "enum" ? node.values : [];
}
