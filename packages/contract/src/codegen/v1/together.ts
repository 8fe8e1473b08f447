// Fields that functions of the author convert together: taken and set as one.
import { errorOf, isJsonObject } from "@capstan/kube";
import { contractErrors } from "../../contract-errors.ts";
import type { TogetherRule } from "../../conversion/together-rules.ts";
import type { NamedField, PropertyPath, TogetherFields } from "./conversion-plan.ts";
import { objectAt, putAt, type Fields } from "./fields.ts";
import { callFunction, functionsOf, type FunctionPair } from "./functions-op.ts";
import { otherSide, type Target } from "./side.ts";
import { fieldsWithoutNulls, hasShape } from "./value-shape.ts";
import { atWrongPlace } from "./wrong-place.ts";

/** A declaration that has rules for several fields. */
export interface DeclaredTogether {
  readonly together?: Readonly<Record<string, TogetherRule>>;
}

/** The functions that a declaration has for several fields. */
export function togetherBy({ together = {} }: DeclaredTogether, name: string): FunctionPair {
  return functionsOf(together[name]);
}

/** Values that were taken from an object, by the names of their fields. */
export interface TakenTogether {
  readonly values: Fields;
  /** Whether an object around one of the fields exists: a part of an object without it gains nothing. */
  readonly exists: boolean;
}

/** The values that are there, by name. */
export function valuesOf(fields: readonly NamedField[], read: (path: PropertyPath) => unknown): Fields {
  const values = fields.map(({ name, path }) => [name, read(path)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The same, without nulls that the API server drops. */
export function givenValuesOf(fields: readonly NamedField[], read: (path: PropertyPath) => unknown): Fields {
  const shapes = Object.fromEntries(fields.map(({ name, shape }) => [name, shape]));
  return fieldsWithoutNulls(valuesOf(fields, read), { fields: shapes });
}

/** Takes the fields of a group out of an object, each with `take`. */
export function takeTogether(
  object: Fields,
  fields: readonly NamedField[],
  take: (path: PropertyPath) => unknown,
): TakenTogether {
  const exists = fields.some(({ path }) => objectAt(object, path.slice(0, -1)) !== undefined);
  return { values: givenValuesOf(fields, take), exists };
}

/** Sets the fields of this side from values of the other one. */
export function putTogether(
  object: Fields,
  { group, taken: { values, exists } }: { readonly group: TogetherFields; readonly taken: TakenTogether },
  to: Target,
): void {
  if (!exists) return;
  const results = convertTogether(group, values, to);
  const isFromNothing = Object.keys(values).length === 0;
  for (const { name, path } of group[to.side]) {
    if (results[name] === undefined) continue;
    // What is not made of a value must not create the object around it.
    if (isFromNothing && objectAt(object, path.slice(0, -1)) === undefined) continue;
    putAt(object, path, results[name]);
  }
}

/**
 * The values of this side, by name.
 *
 * @throws CapstanError `conversion/function-failed`, `conversion/function-input` or `conversion/function-result`.
 */
export function convertTogether(group: TogetherFields, values: Fields, { side, context }: Target): Fields {
  const direction = side === "newer" ? "forward" : "back";
  const at = { path: `together.${group.name}`, direction } as const;
  const wrong = wrongField(group[otherSide(side)], values);
  if (wrong !== undefined) {
    const input = { direction, rule: at.path, path: wrong.path.join(".") };
    throw errorOf(contractErrors, "conversion/function-input", { values: input });
  }
  const results = callFunction(group.as[direction], at, { value: values, context });
  if (!isJsonObject(results)) throw failed(at, "it returned no object");
  const bad = wrongField(group[side], results);
  if (bad === undefined) return results;
  const given = results[bad.name];
  const place = atWrongPlace(given, bad.shape);
  const result = { ...at, path: bad.path.join("."), got: JSON.stringify(given), place };
  throw errorOf(contractErrors, "conversion/function-result", { values: result });
}

function failed(at: { readonly path: string; readonly direction: string }, why: string): Error {
  return errorOf(contractErrors, "conversion/function-failed", { values: { ...at, why } });
}

/** The first field whose value has another shape. */
export function wrongField(fields: readonly NamedField[], values: Fields): NamedField | undefined {
  return fields.find(({ name, shape }) => values[name] !== undefined && !hasShape(values[name], shape));
}
