// Object types, bases and intersections -> one flat list of properties in the order of the source.
import { deepEqual } from "@capstan/kube";
import type { MemberSyntax, TypeSyntax } from "../syntax/syntax.ts";
import { isUnsafeName } from "../writing/literals.ts";
import type { ObjectNode, Property, TypeNode } from "../type-model.ts";
import {
  behind,
  describeNode,
  documentation,
  objectBehind,
  reject,
  report,
  type ModelReading,
  type Scope,
} from "./reading.ts";

/** Reads `{ a: A; b?: B }` or `{ [key: string]: T }`. */
export function readObject(
  reading: ModelReading,
  syntax: Extract<TypeSyntax, { kind: "object" }>,
  scope: Scope,
): TypeNode {
  if (syntax.members.length === 0)
    return reject(reading, "model/untyped", { source: scope.source, range: syntax.range, values: { type: "{}" } });
  return readMembers(reading, syntax.members, scope);
}

/** Reads the members of an object type or interface. */
export function readMembers(reading: ModelReading, members: readonly MemberSyntax[], scope: Scope): TypeNode {
  const [index] = members.filter((member) => member.kind === "index");
  if (index === undefined) return { kind: "object", properties: readProperties(reading, members, scope) };
  if (members.length > 1)
    return reject(reading, "model/index-and-properties", { source: scope.source, range: index.range });
  const key = index.key && behind(reading, reading.readType(index.key, scope));
  if (key?.kind !== "scalar" || key.scalar !== "string") {
    const values = { key: key === undefined ? "..." : describeNode(reading, key) };
    return reject(reading, "model/map-key", { source: scope.source, range: index.range, values });
  }
  return { kind: "map", value: reading.readType(index.value, scope) };
}

function readProperties(reading: ModelReading, members: readonly MemberSyntax[], scope: Scope): Property[] {
  const properties: Property[] = [];
  const names = new Set<string>();
  for (const member of members) {
    const at = { source: scope.source, range: member.range };
    if (member.kind === "unsupported") report(reading, "model/member", { ...at, values: { what: member.what } });
    if (member.kind !== "property") continue;
    const { name } = member;
    if (isUnsafeName(name)) report(reading, "model/unsafe-name", { ...at, values: { name } });
    if (names.has(name)) report(reading, "model/duplicate-property", { ...at, values: { name } });
    names.add(name);
    const docs = documentation(reading, member, scope.source);
    const type =
      member.type === undefined
        ? reject(reading, "model/missing-type", { ...at, values: { name } })
        : reading.readType(member.type, scope);
    properties.push({ name, optional: member.optional, type, ...docs });
  }
  return properties;
}

/** Reads `A & B`: the properties of both. */
export function readIntersection(
  reading: ModelReading,
  syntax: Extract<TypeSyntax, { kind: "union" | "intersection" }>,
  scope: Scope,
): TypeNode {
  const parts = syntax.members.map((member) => readBase(reading, member, scope));
  return mergeParts(
    reading,
    parts.filter((part) => part !== undefined),
    { scope, range: syntax.range },
  );
}

/** An object type to be merged, with the name it is known by in messages. */
export interface Part {
  readonly name: string;
  readonly node: ObjectNode;
}

/** Reads a type that must be an object: a base or a member of an intersection. */
export function readBase(reading: ModelReading, syntax: TypeSyntax, scope: Scope): Part | undefined {
  const before = reading.diagnostics.length;
  const node = reading.readType(syntax, scope);
  const object = objectBehind(reading, node);
  if (object !== undefined) return { name: describeNode(reading, node), node: object };
  if (reading.diagnostics.length === before)
    report(reading, "model/base", {
      source: scope.source,
      range: syntax.range,
      values: { what: describeNode(reading, node) },
    });
  return undefined;
}

/** Merges objects whose common properties are equal; two different types of one property are reported. */
export function mergeParts(
  reading: ModelReading,
  parts: readonly Part[],
  { scope, range }: { readonly scope: Scope; readonly range: TypeSyntax["range"] },
): ObjectNode {
  const properties = new Map<string, { property: Property; from: string }>();
  for (const part of parts) {
    for (const property of part.node.properties) {
      const other = properties.get(property.name);
      if (other === undefined) properties.set(property.name, { property, from: part.name });
      else if (!deepEqual(other.property.type, property.type))
        report(reading, "model/property-conflict", {
          source: scope.source,
          range,
          values: { name: property.name, first: other.from, second: part.name },
        });
      else if (!property.optional) properties.set(property.name, { property, from: part.name });
    }
  }
  const identity = parts.find((part) => part.node.identity !== undefined)?.node.identity;
  return {
    kind: "object",
    ...(identity && { identity }),
    properties: [...properties.values()].map(({ property }) => property),
  };
}

/** Puts an interface's own properties over those of its bases; TypeScript has checked that they only narrow. */
export function overrideProperties(base: ObjectNode, own: readonly Property[]): ObjectNode {
  const mine = new Map(own.map((property) => [property.name, property]));
  const inherited = base.properties.map((property) => mine.get(property.name) ?? property);
  const names = new Set(inherited.map(({ name }) => name));
  return { ...base, properties: [...inherited, ...own.filter(({ name }) => !names.has(name))] };
}
