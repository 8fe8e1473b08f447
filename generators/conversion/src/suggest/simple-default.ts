// A value for objects that have none: the simplest that a field accepts.
import type { Property, TypeModel } from "@capstan/generator-model";
import { ownFields } from "@capstan/kube";
import { accepts, type TaggedType } from "../fields/accepted-values.ts";
import { plainNode, tagsOf, tagValues, type Resolved } from "../fields/typed-field.ts";

/** Values of scalars that are not strings of any form. */
const scalarValues: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [false],
  Int32: [0, 1],
  Int64: [0, 1],
  Int: [0, 1],
  Float: [0],
  Double: [0],
  IntOrString: [0],
  Quantity: ["0"],
  Duration: ["0s"],
  Time: ["1970-01-01T00:00:00Z"],
  MicroTime: ["1970-01-01T00:00:00.000000Z"],
};

/** A value that a field accepts, for objects that have none; undefined where none is simple. */
export function anyDefault(model: TypeModel, property: Property): unknown {
  return simpleValue(model, { type: property.type, tags: tagsOf(model, property) });
}

/** The same of a type with its tags. */
export function simpleValue(model: TypeModel, { type, tags }: TaggedType): unknown {
  const [set] = tagValues(tags, "default");
  const node = plainNode(model, type);
  const values = node.kind === "enum" ? node.values : [];
  const bounds = ["minimum", "maximum"].flatMap((name) => tagValues(tags, name));
  const letters = tagValues(tags, "minLength").map((least) => "a".repeat(Math.min(Number(least), 64)));
  const hasRule = [...["pattern", "format"].flatMap((name) => tagValues(tags, name)), ...rulesOfNew(tags)].length > 0;
  if (set !== undefined) return set;
  if (hasRule || node.kind === "pattern") return undefined;
  const ofScalar = node.kind === "scalar" ? (scalarValues[node.scalar] ?? [""]) : [];
  return [...values, ...ofScalar, ...letters, ...bounds, [], {}, requiredOf(model, node)].find((value) =>
    accepts(model, { type, tags }, value),
  );
}

/** The CEL rules of a value that is new. Those with `oldSelf` are about changes, such as that it has none. */
function rulesOfNew(tags: ReturnType<typeof tagsOf>): readonly unknown[] {
  return tagValues(tags, "cel").filter((rule) => !JSON.stringify(rule).includes("oldSelf"));
}

/** An object with its required fields alone. */
function requiredOf(model: TypeModel, node: Resolved): unknown {
  if (node.kind !== "object") return undefined;
  const required = node.properties.filter(({ optional }) => !optional);
  const fields = required.map((property) => [property.name, anyDefault(model, property)] as const);
  return fields.some(([, value]) => value === undefined) ? undefined : ownFields(fields);
}
