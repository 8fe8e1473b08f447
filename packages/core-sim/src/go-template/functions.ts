// What a function of templates is: the types of its parameters, as Go checks them before the call, and what it does.
import type { GoValue } from "./values.ts";

/** The type of a parameter. Only `any` may get no value at all. */
export type ParameterType = "any" | "bool" | "float64" | "int" | "int64" | "list" | "map" | "string";

/** A function. */
export interface GoFunction {
  readonly parameters: readonly ParameterType[];
  /** The type of all further ones; undefined where there are none. */
  readonly rest?: ParameterType;
  /** Throws a FunctionFailure where the function of Go fails. */
  readonly call: (values: readonly (GoValue | undefined)[]) => GoValue | undefined;
}

/** The type of a parameter by its place. */
export function parameterAt({ parameters, rest = "any" }: GoFunction, index: number): ParameterType {
  return parameters[index] ?? rest;
}

/** A function that gets strings alone. */
export function ofStrings(count: number, call: (...values: readonly string[]) => GoValue): GoFunction {
  return {
    parameters: Array.from({ length: count }, () => "string" as const),
    call: (values) => call(...values.map((value) => (typeof value === "string" ? value : ""))),
  };
}

/** A function that gets any values, so many and, with `rest`, further ones. */
export function ofAny(
  count: number,
  call: (values: readonly (GoValue | undefined)[]) => GoValue | undefined,
  rest?: "rest",
): GoFunction {
  const parameters = Array.from({ length: count }, () => "any" as const);
  return rest === undefined ? { parameters, call } : { parameters, rest: "any", call };
}
