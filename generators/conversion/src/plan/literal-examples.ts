// Strings and numbers of a function's source as examples: a function that asks for a name or a limit does something else with it, and a random
// value never is one.
import type { FunctionLiteral, TypeModel, TypeNode } from "@capstan/generator-model";
import { accepts, elementOf, taggedAt, type TaggedType } from "../fields/accepted-values.ts";
import { readsAlike } from "../fields/alike-pattern.ts";
import { plainNode, tagsOf, tagValues } from "../fields/typed-field.ts";

/** So many fields inside of one that a function converts get its literals, and so many of them each. */
const most = { fields: 12, literals: 24 } as const;

/** A field that functions convert, with what is written in them. */
export interface FunctionField {
  readonly path: string;
  readonly literals: readonly FunctionLiteral[];
}

/** The literals that the field at a path surely accepts, or fields and elements inside of it, by path. */
export function literalExamples(
  model: TypeModel,
  root: TypeNode,
  { path, literals }: FunctionField,
): readonly Readonly<Record<string, FunctionLiteral>>[] {
  const type = literals.length === 0 ? undefined : taggedAt(model, root, path);
  if (type === undefined) return [];
  return leavesOf(model, type, path)
    .slice(0, most.fields)
    .flatMap((leaf) =>
      literals
        .filter((literal) => surelyAccepts(model, leaf.type, literal))
        .slice(0, most.literals)
        .map((literal) => ({ [leaf.path]: literal })),
    );
}

interface Leaf {
  readonly path: string;
  readonly type: TaggedType;
}

/** The strings and numbers inside of a type. Keys of lists and elements of sets are not among them: no two may be the same. */
function leavesOf(model: TypeModel, { type, tags }: TaggedType, path: string): readonly Leaf[] {
  const node = plainNode(model, type);
  switch (node.kind) {
    case "scalar":
    case "pattern":
      return [{ path, type: { type: node, tags } }];
    case "map":
      return leavesOf(model, elementOf(model, node, tags), `${path}[*]`);
    case "list": {
      if (tagValues(tags, "listType").includes("set")) return [];
      const keys = new Set(tagValues(tags, "listMapKey").map((key) => `${path}[].${String(key)}`));
      return leavesOf(model, elementOf(model, node, tags), `${path}[]`).filter((leaf) => !keys.has(leaf.path));
    }
    case "object":
      return node.properties.flatMap((property) =>
        leavesOf(model, { type: property.type, tags: tagsOf(model, property) }, `${path}.${property.name}`),
      );
    default:
      return [];
  }
}

/** What makes the API server reject a value that `accepts` does not see. */
const unseen = ["format", "schemaType", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"];

/** Whether the API server surely accepts a string or number. */
export function surelyAccepts(model: TypeModel, { type, tags }: TaggedType, value: FunctionLiteral): boolean {
  if (unseen.some((name) => tagValues(tags, name).length > 0)) return false;
  const patterns = [...tagValues(tags, "pattern"), ...(type.kind === "pattern" ? [type.pattern] : [])];
  if (patterns.some((pattern) => typeof pattern !== "string" || !readsAlike(pattern))) return false;
  const isKnown = type.kind === "pattern" || (type.kind === "scalar" && forms[type.scalar]?.(value) === true);
  return isKnown && accepts(model, { type, tags }, value);
}

const isNumber = (value: unknown): boolean => typeof value === "number";
const matching =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === "string" && form.test(value);

/** Scalars whose values a literal may be, in the forms that need no more to be known. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  Int32: isNumber,
  Int64: isNumber,
  Int: isNumber,
  Float: isNumber,
  Double: isNumber,
  Duration: matching(/^\d{1,6}(?:ms|s|m|h)$/),
  Quantity: matching(/^\d{1,9}(?:m|k|[KMGT]i?)?$/),
};
