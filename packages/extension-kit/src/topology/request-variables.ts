// The variables of one template: those for all templates with the template's own laid over them. `builtin` is merged field
// by field, because core puts the Cluster into the first and the template's holder into the second.
import { type Builtins, builtinVariable, type Variable } from "@capstan/api/hooks/v1alpha1";
import { isJsonObject } from "@capstan/kube";

/** The values by name, and apart from them what core itself tells. */
export interface RequestVariables {
  readonly values: Readonly<Record<string, unknown>>;
  readonly builtin: Builtins;
}

/** The variables for a template. */
export function variablesOf(forAll: readonly Variable[] = [], own: readonly Variable[] = []): RequestVariables {
  const values: Record<string, unknown> = {};
  const builtin: Builtins = {};
  for (const { name, value } of [...forAll, ...own]) {
    if (name !== builtinVariable) values[name] = value;
    else if (isJsonObject(value)) Object.assign(builtin, value);
  }
  return { values, builtin };
}
