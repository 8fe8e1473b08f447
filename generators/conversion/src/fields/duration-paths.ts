// The fields of a type whose strings are durations. No schema says so, and a check of results has to know.
import type { TypeModel, TypeNode } from "@capstan/generator-model";
import { below } from "./field-path.ts";
import { isDuration } from "../plan/form-fields.ts";
import { plainNode, type Resolved } from "./typed-field.ts";

/** The paths of the fields of type `Duration`, also in elements of lists and maps. */
export function durationPaths(model: TypeModel, node: TypeNode): readonly string[] {
  return [...new Set(pathsIn(model, node, { path: "", around: [] }))];
}

interface Place {
  readonly path: string;
  /** The types around this one: a type may refer to itself. */
  readonly around: readonly Resolved[];
}

function pathsIn(model: TypeModel, node: TypeNode, { path, around }: Place): readonly string[] {
  const plain = plainNode(model, node);
  if (isDuration(plain)) return [path];
  if (around.includes(plain)) return [];
  const inside = (type: TypeNode, at: string): readonly string[] =>
    pathsIn(model, type, { path: at, around: [...around, plain] });
  switch (plain.kind) {
    case "object":
      return plain.properties.flatMap(({ name, type }) => inside(type, below(path, name)));
    case "list":
      return inside(plain.element, `${path}[]`);
    case "map":
      return inside(plain.value, `${path}[*]`);
    default:
      return [];
  }
}
