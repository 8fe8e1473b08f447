// What webhooks of Cluster API say about fields, in the words of the API server: the field, what is wrong with it, the value and why.
import { goQuoted } from "../go-template/go-errors.ts";

/** A value that breaks a rule. */
export function invalidField(field: string, value: string, problem: string): string {
  return `${field}: Invalid value: ${goQuoted(value)}: ${problem}`;
}

/** The same of what is not a string, as JSON. */
export function invalidJson(field: string, json: string, problem: string): string {
  return `${field}: Invalid value: ${json}: ${problem}`;
}

/** A value that has to be there. */
export function requiredField(field: string, problem: string): string {
  return `${field}: Required value: ${problem}`;
}

/** A change or a value that is not allowed here. */
export function forbiddenField(field: string, problem: string): string {
  return `${field}: Forbidden: ${problem}`;
}

/** Several problems in one message, each once. */
export function allProblems(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  return different.length === 1 ? different.join("") : `[${different.join(", ")}]`;
}
