// Checks an object against a table of its fields: wrong values, missing fields, and unknown names with the nearest known one.
import { didYouMean, nearestOf } from "@capstan/kube";
import type { ConfigCode } from "./config-diagnostics.ts";

/** What a field accepts. */
export interface ConfigField {
  /** Completes the sentence "must be ...". */
  readonly expected: string;
  /** The values, for a field that accepts only these. */
  readonly oneOf?: readonly string[];
  readonly optional?: boolean;
  readonly accepts: (value: unknown) => boolean;
}

/** One mistake: its code, the values of the message, and the field (`generate.out`) it is about. */
export interface ConfigProblem {
  readonly code: ConfigCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Absent for the whole configuration. */
  readonly field?: string;
}

/** Whether the value is a string that is not empty. */
export const isFilled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Whether the value is an object with named fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Everything that is wrong with the fields of an object; `prefix` comes before their names (`generate.`). */
export function fieldProblems(
  fields: Readonly<Record<string, ConfigField>>,
  value: Readonly<Record<string, unknown>>,
  prefix: string = "",
): ConfigProblem[] {
  const names = Object.keys(fields);
  const misspelled = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  const unknown = misspelled.map((name): ConfigProblem => {
    const near = nearestOf(name, names);
    const suggestion = didYouMean(near && `${prefix}${near}`);
    const field = `${prefix}${name}`;
    return { code: "config/unknown-field", values: { field, suggestion, fields: names.join(", ") }, field };
  });
  // A misspelled field is reported once, not also as a missing one.
  const meant = new Set(misspelled.map((name) => nearestOf(name, names)));
  const wrong = Object.entries(fields)
    .filter(([name, field]) => !(value[name] === undefined && (field.optional === true || meant.has(name))))
    .filter(([name, field]) => !field.accepts(value[name]))
    .map(([name, field]) => shapeProblem(`${prefix}${name}`, field, value[name]));
  return [...unknown, ...wrong];
}

/** A value that the field does not accept. */
export function shapeProblem(
  field: string,
  { expected, oneOf = [] }: Pick<ConfigField, "expected" | "oneOf">,
  found: unknown,
): ConfigProblem {
  const suggestion = didYouMean(typeof found === "string" ? nearestOf(found, oneOf) : undefined);
  const help = `set "${field}" to ${expected}`;
  const shown = found === undefined ? "missing" : JSON.stringify(found);
  return { code: "config/shape", values: { field, expected, found: shown, suggestion, help }, field };
}
