// Functions by kind of template: which of them are for one template, and what they are called with.
import {
  type Builtins,
  type HolderReference,
  type ValidateTopologyRequestItem,
  type Variable,
  builtinVariable,
} from "@capstan/api/hooks/v1alpha1";
import { type KubeObject, type Resource, isJsonObject, setOwn } from "@capstan/kube";
import type { PatternBudget } from "@capstan/schema/structural";
import { extensionError } from "../errors.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";

/** What a function is given in addition to the template and the variables. */
export interface TemplateContext {
  /** The object that uses the template. */
  readonly holder: HolderReference;
  /** What Cluster API says about the Cluster and about the holder. */
  readonly builtin: Builtins;
}

/** Functions by kind, and the variables they read; `R` has the function. */
export interface TemplateRules<D extends VariableDeclarations, R extends { readonly kind: Resource }> {
  readonly variables: Variables<D>;
  readonly rules: readonly R[];
}

/** What the templates of one request have in common. */
export interface TemplateRequest {
  /** The variables for all templates. */
  readonly variables?: readonly Variable[];
  /** Limits how long matching the values of variables takes. */
  readonly patterns: PatternBudget;
}

/** One template of a request, as functions are called for it. */
export interface TemplateCall<D extends VariableDeclarations, R> {
  readonly template: KubeObject;
  /** The functions for the template's kind and version; empty when there are none. */
  readonly matching: readonly R[];
  /** Reads the variables of the template; throws for values that break their schema. */
  readonly read: () => { readonly values: VariableValues<D>; readonly context: TemplateContext };
}

/** An item of a request; only those of GeneratePatches have a uid. */
type Item = ValidateTopologyRequestItem & { readonly uid?: string };

/** Finds the functions for a template of a request. */
export function templateCall<D extends VariableDeclarations, R extends { readonly kind: Resource }>(
  { variables, rules }: TemplateRules<D, R>,
  item: Item,
  { variables: forAll, patterns }: TemplateRequest,
): TemplateCall<D, R> {
  const template = templateOf(item);
  return {
    template,
    matching: rules.filter(({ kind }) => kind.apiVersion === template.apiVersion && kind.kind === template.kind),
    read: () => {
      const { values, builtin } = variablesOf(forAll, item.variables);
      return { values: variables.read(values, patterns), context: { holder: item.holderReference, builtin } };
    },
  };
}

function templateOf({ object, uid }: Item): KubeObject {
  if (isKubeObject(object)) return object;
  const problem = `the object of item "${uid ?? ""}" has no apiVersion or no kind`;
  throw extensionError("extension/bad-request", { kind: "request with templates", problem });
}

function isKubeObject(object: object): object is KubeObject {
  const { apiVersion, kind } = { apiVersion: undefined, kind: undefined, ...object };
  return typeof apiVersion === "string" && typeof kind === "string";
}

/** The values by name, and separately the values that Cluster API sets itself. */
interface RequestVariables {
  readonly values: Readonly<Record<string, unknown>>;
  readonly builtin: Builtins;
}

/**
 * The variables for a template: its own values replace those for all templates. `builtin` is merged field by field, because core sends
 * the Cluster with the variables for all templates, and the template's holder with the template's own.
 */
function variablesOf(forAll: readonly Variable[] = [], own: readonly Variable[] = []): RequestVariables {
  const values: Record<string, unknown> = {};
  let builtin: Builtins = {};
  for (const { name, value } of [...forAll, ...own]) {
    if (name !== builtinVariable) setOwn(values, name, value);
    else if (isJsonObject(value)) builtin = { ...builtin, ...value };
  }
  return { values, builtin };
}
