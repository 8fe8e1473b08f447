// Functions by kind of template: which of them are for one template, and what they are called with.
import {
  type Builtins,
  type HolderReference,
  type ValidateTopologyRequestItem,
  type Variable,
  builtinVariable,
} from "@capstan/api/hooks/v1alpha1";
import { type CapstanError, type KubeObject, type Resource, excerpt, isJsonObject, setOwn } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { PatternBudget } from "@capstan/schema/structural";
import { extensionError } from "../errors.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";

/** What a function is given in addition to the template and the variables. */
export interface TemplateContext {
  /** The object that uses the template. */
  readonly holder: HolderReference;
  /** What Cluster API says about the Cluster and about the holder; with more than 32 fields the call fails. Frozen: templates share it. */
  readonly builtin: Builtins;
}

/** What the templates of one request have in common. */
export interface TemplateRequest<D extends VariableDeclarations> {
  /** The values for all templates, with those of one template in their place. */
  readonly read: (own: Readonly<Record<string, unknown>>) => VariableValues<D>;
  readonly builtin: Builtins;
}

/** What the templates of a request have in common, from the variables for all of them. */
export function templateRequest<D extends VariableDeclarations>(
  variables: Variables<D>,
  forAll: readonly Variable[] = [],
): TemplateRequest<D> {
  const { values, builtin = {} } = split(forAll);
  return { read: variables.reader(values, new PatternBudget()), builtin: deepFreeze(builtin) };
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
  rules: readonly R[],
  item: Item,
  request: TemplateRequest<D>,
): TemplateCall<D, R> {
  const template = templateOf(item);
  return {
    template,
    matching: rules.filter(({ kind }) => kind.apiVersion === template.apiVersion && kind.kind === template.kind),
    read: () => {
      const { values, builtin: own } = split(item.variables);
      // Core sends the Cluster with the variables for all templates, and the template's holder with the template's own.
      const builtin = own === undefined ? request.builtin : Object.freeze({ ...request.builtin, ...deepFreeze(own) });
      return { values: request.read(values), context: { holder: item.holderReference, builtin } };
    },
  };
}

function templateOf({ object, uid }: Item): KubeObject {
  if (isKubeObject(object)) return object;
  throw badRequest(`the object of item "${excerpt(uid ?? "")}" has no apiVersion or no kind`);
}

function isKubeObject(object: object): object is KubeObject {
  const { apiVersion, kind } = { apiVersion: undefined, kind: undefined, ...object };
  return typeof apiVersion === "string" && typeof kind === "string";
}

/** The values by name, and separately the values that Cluster API sets itself, if there are any. */
interface RequestVariables {
  readonly values: Readonly<Record<string, unknown>>;
  readonly builtin?: Builtins;
}

function split(variables: readonly Variable[] = []): RequestVariables {
  const values: Record<string, unknown> = {};
  const builtin = new Map<string, unknown>();
  for (const { name, value } of variables) {
    if (name !== builtinVariable) setOwn(values, name, value);
    else if (isJsonObject(value)) for (const [field, each] of Object.entries(value)) builtin.set(field, each);
  }
  if (builtin.size > mostBuiltins) throw badRequest(`the variable "builtin" has more than ${mostBuiltins} fields`);
  return builtin.size === 0 ? { values } : { values, builtin: Object.fromEntries(builtin) };
}

/** Cluster API has four. Those for all templates are copied for each template that has its own. */
const mostBuiltins = 32;

function badRequest(problem: string): CapstanError {
  return extensionError("extension/bad-request", { kind: "request with templates", problem });
}

/** Calls a function for each template of a request, in turns of the event loop. Rejects when the signal aborts. */
export async function eachInTurns<T>(items: Iterable<T>, signal: AbortSignal, work: (item: T) => void): Promise<void> {
  for (const item of items) await inTurn(() => work(item), { signal });
  signal.throwIfAborted();
}
