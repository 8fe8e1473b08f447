// Checks an object against a table of its fields: wrong values, missing fields, and unknown names with the nearest known one.
import { inspect } from "node:util";
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
  /** The mistakes inside a value at this path; with none, the value itself is accepted or not. */
  readonly inside?: (value: unknown, path: string) => readonly ConfigProblem[];
}

/** One mistake: its code, the values of the message, and the field (`generate.out`, `releaseSeries[0].minor`) it is about. */
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

/** Whether the value is an object whose values are strings. */
export const isStringRecord = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((each) => typeof each === "string");

/** A field that takes one of these values. */
export const oneOfField = (values: readonly string[]): ConfigField => ({
  expected: `one of ${values.join(", ")}`,
  oneOf: values,
  accepts: (value) => values.some((each) => each === value),
});

/** Looks for mistakes inside an object with these fields. */
export const insideFields =
  (fields: Readonly<Record<string, ConfigField>>): NonNullable<ConfigField["inside"]> =>
  (value, path) =>
    isRecord(value) ? fieldProblems(fields, value, `${path}.`) : [];

/** Looks for mistakes inside the objects of a list; what is no list is wrong itself. */
export const insideEach =
  (fields: Readonly<Record<string, ConfigField>>): NonNullable<ConfigField["inside"]> =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((each, index) => insideFields(fields)(each, `${path}[${index}]`)) : [];

/** The names among `given` that are not among `names`; `prefix` comes before them (`generate.`). */
export function unknownFields(
  names: readonly string[],
  given: readonly string[],
  prefix: string = "",
): readonly ConfigProblem[] {
  return given
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearestOf(name, names);
      const suggestion = didYouMean(near && `${prefix}${near}`);
      const field = `${prefix}${name}`;
      return { code: "config/unknown-field", values: { field, suggestion, fields: names.join(", ") }, field };
    });
}

/** Everything that is wrong with the fields of an object; `prefix` comes before their names (`generate.`). */
export function fieldProblems(
  fields: Readonly<Record<string, ConfigField>>,
  value: Readonly<Record<string, unknown>>,
  prefix: string = "",
): ConfigProblem[] {
  const names = Object.keys(fields);
  const unknown = unknownFields(names, Object.keys(value), prefix);
  const misspelled = Object.keys(value).filter((name) => !names.includes(name));
  // A misspelled field is reported once, not also as a missing one.
  const meant = new Set(misspelled.map((name) => nearestOf(name, names)));
  const wrong = Object.entries(fields)
    .filter(([name, field]) => !(value[name] === undefined && (field.optional === true || meant.has(name))))
    .flatMap(([name, field]) => valueProblems(`${prefix}${name}`, field, value[name]));
  return [...unknown, ...wrong];
}

function valueProblems(path: string, field: ConfigField, value: unknown): readonly ConfigProblem[] {
  const inside = field.inside?.(value, path) ?? [];
  return inside.length > 0 || field.accepts(value) ? inside : [shapeProblem(path, field, value)];
}

/** A value that the field does not accept. */
export function shapeProblem(
  field: string,
  { expected, oneOf = [] }: Pick<ConfigField, "expected" | "oneOf">,
  found: unknown,
): ConfigProblem {
  const suggestion = didYouMean(typeof found === "string" ? nearestName(found, oneOf) : undefined);
  const help = `set "${field}" to ${expected}`;
  const shown = found === undefined ? "missing" : shownValue(found);
  return { code: "config/shape", values: { field, expected, found: shown, suggestion, help }, field };
}

/** The nearest of the names: one that was misspelled, or else cut short (`infra`) or given an ending (`InfrastructureProvider`). */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const lower = given.toLowerCase();
  const begins = (name: string): boolean => name.startsWith(lower) || lower.startsWith(name);
  return nearestOf(given, names) ?? names.find((name) => lower.length > 2 && begins(name.toLowerCase()));
}

const shownLength = 60;

/** Any value of a configuration module as a message shows it: short, and as JSON where it has that form. */
export function shownValue(value: unknown): string {
  const text = jsonOf(value) ?? inspect(value, inspected);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}...`;
}

/** Runs no code of the value's. */
const inspected = { depth: 1, breakLength: Infinity, customInspect: false } as const;

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
