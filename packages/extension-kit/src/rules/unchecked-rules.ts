// Rules in CEL of the variables that a handler answers with. They are not compiled here: whether they are right is seen in a cluster first.
import { excerpt, isJsonObject } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { RegisteredHandler } from "../authoring/define-extension.ts";
import { hasRules } from "./variable-schema.ts";

/** The handlers that were warned of. */
const known = new WeakSet<RegisteredHandler>();

/** So many names are logged. */
const mostNames = 20;

/**
 * The names of the variables of an answer to DiscoverVariables that have rules in CEL (`x-kubernetes-validations`). The kit checks the form of rules and does not compile them.
 *
 * @example
 * variablesWithRules(response.variables ?? []); // ["size"]
 */
export function variablesWithRules(variables: readonly unknown[]): string[] {
  return variables.filter(isJsonObject).flatMap(({ name, schema }) => {
    const own = isJsonObject(schema) ? schema["openAPIV3Schema"] : undefined;
    return hasRules(own) ? [excerpt(String(name))] : [];
  });
}

/** Warns the author of a handler of rules that nobody has compiled, once for each handler. */
export function warnOfRules(handler: RegisteredHandler, variables: readonly unknown[], log: Logger): void {
  if (known.has(handler)) return;
  const names = variablesWithRules(variables);
  if (names.length === 0) return;
  known.add(handler);
  const where = "the condition VariablesReady of the ClusterClass has what Cluster API finds wrong with them";
  log.warn(`Variables have CEL rules, which are not compiled here: ${where}; this is logged once`, {
    variables: names.slice(0, mostNames),
  });
}
