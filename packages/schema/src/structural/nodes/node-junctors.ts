// The rules inside allOf, anyOf, oneOf and not (junctors): only value checks are allowed, and every field in them must also be declared
// outside.
import { deepEqual, ownValue } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { forbidden, required } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import { checkPattern } from "./node-structure.ts";
import type { SchemaPlace } from "./schema-place.ts";

const intOrString: readonly JSONSchema[] = [{ type: "integer" }, { type: "string" }];

/** Whether an anyOf means "integer or string". */
export function isIntOrString(alternatives: readonly JSONSchema[] | undefined): boolean {
  return deepEqual(alternatives, intOrString);
}

const mustBeUndefined = "must be undefined to be structural";
const mustBeEmpty = "must be empty to be structural";
const mustBeFalse = "must be false to be structural";

/** Keywords that are not allowed inside a junctor, and the API server's sentence about each. */
const forbiddenInside: readonly (readonly [keyof JSONSchema, string])[] = [
  ["type", mustBeEmpty],
  ["additionalProperties", mustBeUndefined],
  ["default", mustBeUndefined],
  ["title", mustBeEmpty],
  ["description", mustBeEmpty],
  ["nullable", mustBeFalse],
  ["x-kubernetes-preserve-unknown-fields", mustBeFalse],
  ["x-kubernetes-embedded-resource", mustBeFalse],
  ["x-kubernetes-int-or-string", mustBeFalse],
  ["x-kubernetes-list-map-keys", mustBeEmpty],
  ["x-kubernetes-list-type", mustBeUndefined],
  ["x-kubernetes-map-type", mustBeUndefined],
  ["x-kubernetes-validations", mustBeEmpty],
];

/** Reports keywords that are not allowed in a node inside a junctor. */
export function checkJunctorNode(node: JSONSchema, place: SchemaPlace): void {
  const { path, report } = place;
  for (const [keyword, detail] of forbiddenInside) {
    const value: unknown = node[keyword];
    const empty =
      value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
    if (!empty) report.error("crd/junctor", forbidden(path.child(keyword), detail));
  }
  if (node.properties?.["metadata"] !== undefined)
    report.error(
      "crd/metadata",
      forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context"),
    );
  checkPattern(node, place);
}

/** Reports fields that a node's junctors have and its properties do not. */
export function checkCompleteness(node: JSONSchema, place: SchemaPlace): void {
  for (const { nested, path } of alternatives(node, place.path))
    compare(nested, node, { nestedPath: path, path: place.path, place });
}

interface Comparison {
  readonly nestedPath: FieldPath;
  readonly path: FieldPath;
  readonly place: SchemaPlace;
}

function compare(nested: JSONSchema, structure: JSONSchema | undefined, at: Comparison): void {
  if (structure === undefined)
    return at.place.report.error(
      "crd/incomplete",
      required(at.path, `because it is defined in ${at.nestedPath.toString()}`),
    );
  for (const inner of alternatives(nested, at.nestedPath))
    compare(inner.nested, structure, { ...at, nestedPath: inner.path });
  if (nested.items !== undefined)
    compare(nested.items, structure.items, {
      ...at,
      nestedPath: at.nestedPath.child("items"),
      path: at.path.child("items"),
    });
  for (const [name, property] of Object.entries(nested.properties ?? {})) {
    const below = (path: FieldPath): FieldPath => path.child("properties").key(name);
    compare(property, ownValue(structure.properties, name), {
      ...at,
      nestedPath: below(at.nestedPath),
      path: below(at.path),
    });
  }
}

function alternatives(node: JSONSchema, path: FieldPath): { nested: JSONSchema; path: FieldPath }[] {
  const lists = (["allOf", "anyOf", "oneOf"] as const).flatMap((name) =>
    (node[name] ?? []).map((nested, i) => ({ nested, path: path.child(name).index(i) })),
  );
  return node.not === undefined ? lists : [...lists, { nested: node.not, path: path.child("not") }];
}
