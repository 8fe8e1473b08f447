// Judging an object by a table of its fields: wrong values, missing ones, and names that are no field, with the nearest that is.
// Used by check-config.ts and generate-config.ts; the texts are in diagnostics.ts.
import { nearestOf } from "@capstan/kube";
import type { BundleCode } from "../diagnostics.ts";

/** What a field may hold. */
export interface Field {
  /** In words, as in "must be a text". */
  readonly expected: string;
  readonly optional?: boolean;
  readonly holds: (value: unknown) => boolean;
}

/** Something that is wrong: a code, and what its text is filled with. */
export interface ConfigProblem {
  readonly code: BundleCode;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Whether the value is a text with something in it. */
export const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Whether the value is an object with named fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything that is wrong with the fields of an object; `prefix` stands before their names (`generate.`). */
export function fieldProblems(
  fields: Readonly<Record<string, Field>>,
  value: Readonly<Record<string, unknown>>,
  prefix: string = "",
): ConfigProblem[] {
  const names = Object.keys(fields);
  const unknown = Object.keys(value)
    .filter((field) => !Object.hasOwn(fields, field))
    .map((field): ConfigProblem => {
      const near = nearestOf(field, names);
      const mend = near === undefined ? "remove it." : `did you mean "${prefix}${near}"?`;
      return { code: "config/unknown-field", values: { field: `${prefix}${field}`, mend, fields: names.join(", ") } };
    });
  const wrong = Object.entries(fields)
    .filter(([name, field]) => !(field.optional === true && value[name] === undefined) && !field.holds(value[name]))
    .map(([name, { expected }]) => shapeProblem(`${prefix}${name}`, expected, value[name]));
  return [...unknown, ...wrong];
}

/** A value that is not what it must be. */
export function shapeProblem(field: string, expected: string, found: unknown): ConfigProblem {
  return {
    code: "config/shape",
    values: { field, expected, found: found === undefined ? "missing" : JSON.stringify(found) },
  };
}
