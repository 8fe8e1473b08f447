// What patch-templates.ts and check-templates.ts have in common: functions by kind of template, which of them are for one
// template, and what they are called with. What they do with it, and what comes of it, is theirs.
import type { Builtins, HolderReference, ValidateTopologyRequestItem, Variable } from "@capstan/api/hooks/v1alpha1";
import type { KubeObject, Resource } from "@capstan/kube";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { variablesOf } from "./request-variables.ts";

/** What a function knows besides the template and the variables. */
export interface TemplateContext {
  /** The object that uses the template. */
  readonly holder: HolderReference;
  /** What core tells about the Cluster and about the holder. */
  readonly builtin: Builtins;
}

/** Functions by kind, and the variables they read; `R` holds the function. */
export interface TemplateRules<D extends VariableDeclarations, R extends { readonly kind: Resource }> {
  readonly variables: Variables<D>;
  readonly rules: readonly R[];
}

/** One template of a request, as functions are called for it. */
export interface TemplateCall<D extends VariableDeclarations, R> {
  readonly template: KubeObject;
  /** Those for the template's kind and version; none is for it when this is empty. */
  readonly matching: readonly R[];
  /** Reads the variables of the template; throws for values that break their schema. */
  readonly read: () => { readonly values: VariableValues<D>; readonly context: TemplateContext };
}

/** Finds the functions for a template of a request. */
export function templateCall<D extends VariableDeclarations, R extends { readonly kind: Resource }>(
  { variables, rules }: TemplateRules<D, R>,
  item: ValidateTopologyRequestItem,
  forAll: readonly Variable[] | undefined,
): TemplateCall<D, R> {
  const template = item.object as unknown as KubeObject;
  return {
    template,
    matching: rules.filter(({ kind }) => kind.apiVersion === template.apiVersion && kind.kind === template.kind),
    read: () => {
      const { values, builtin } = variablesOf(forAll, item.variables);
      return { values: variables.read(values), context: { holder: item.holderReference, builtin } };
    },
  };
}
