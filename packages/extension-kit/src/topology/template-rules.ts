// Functions by kind of template: which of them are for one template, and what they are called with.
import type { HookContext } from "../authoring/context.ts";
import {
  type Builtins,
  type HolderReference,
  type ValidateTopologyRequestItem,
  type Variable,
  builtinVariable,
} from "@capstan/api/hooks/v1alpha1";
import { type CapstanError, type KubeObject, type ObjectMeta, excerpt, isJsonObject, setOwn } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import type { Logger } from "@capstan/process";
import { PatternBudget } from "@capstan/schema/structural";
import { extensionError } from "../errors.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import type { TemplateSelector, TemplateTarget } from "./template-selectors.ts";

/** What a function is given in addition to the template and the variables: the context of the handler, and what the template is used for. The lines of its log name the holder, too. */
export interface TemplateContext<Settings = Readonly<Record<string, string>>> extends HookContext<Settings> {
  /** The object that uses the template. */
  readonly holder: HolderReference;
  /** What Cluster API says about the Cluster and about the holder; with more than 32 fields the call fails. Frozen: templates share it. */
  readonly builtin: Builtins;
}

/** What the templates of one request have in common. */
export interface TemplateRequest<D extends VariableDeclarations, S> {
  /** The values for all templates, with those of one template in their place. */
  readonly read: (own: Readonly<Record<string, unknown>>) => VariableValues<D>;
  readonly builtin: Builtins;
  readonly context: HookContext<S>;
}

/** What the templates of a request have in common, from the variables for all of them. */
export function templateRequest<D extends VariableDeclarations, S>(
  variables: Variables<D>,
  forAll: readonly Variable[] | undefined,
  context: HookContext<S>,
): TemplateRequest<D, S> {
  const { values, builtin = {} } = split(forAll);
  return { read: variables.reader(values, new PatternBudget()), builtin: deepFreeze(builtin), context };
}

/** Which templates a function is for. */
export interface TemplateRule<S> {
  readonly target: TemplateTarget;
  /** Default: all that are of the target. */
  readonly where: TemplateSelector<S> | undefined;
}

/** Options of a rule. */
export interface TemplateRuleOptions<S = Readonly<Record<string, string>>> {
  /** What the templates are used for that the function is called for: `templatesOf` has selectors. Default: anything. */
  readonly where?: TemplateSelector<S>;
}

/** A template whose kind is known only at run time. */
export interface AnyTemplate extends KubeObject {
  spec?: { template?: { metadata?: ObjectMeta; spec?: Record<string, unknown> } };
}

/** One template of a request, as functions are called for it. */
export interface TemplateCall<D extends VariableDeclarations, S, R> {
  readonly template: KubeObject;
  /** The rules for the template; empty when there are none. */
  readonly matching: readonly R[];
  /** Whether a rule is for what the template is used for, whatever its kind is. */
  readonly isUse: (rule: TemplateRule<S>) => boolean;
  /** Reads the variables of the template; throws for values that break their schema. */
  readonly read: () => { readonly values: VariableValues<D>; readonly context: TemplateContext<S> };
}

/** An item of a request; only those of GeneratePatches have a uid. */
type Item = ValidateTopologyRequestItem & { readonly uid?: string };

/** Finds the rules for a template of a request. */
export function templateCall<D extends VariableDeclarations, S, R extends TemplateRule<S>>(
  rules: readonly R[],
  item: Item,
  request: TemplateRequest<D, S>,
): TemplateCall<D, S, R> {
  const template = templateOf(item);
  const own = once(() => ownOf(item, request.builtin));
  const used = once(() => ({ template, holder: item.holderReference, builtin: own().builtin }));
  const ofTemplate = once(() => contextOf(request.context, item.holderReference, own().builtin));
  const isUse = ({ where }: TemplateRule<S>): boolean => where === undefined || where(used(), ofTemplate());
  return {
    template,
    matching: rules.filter((rule) => rule.target.matches(template) && isUse(rule)),
    isUse,
    read: () => ({ values: request.read(own().values), context: ofTemplate() }),
  };
}

/** The context of the call for one template. */
function contextOf<S>(context: HookContext<S>, holder: HolderReference, builtin: Builtins): TemplateContext<S> {
  const log = lateLogger(() => context.log.child({ holder: nameOf(holder) }));
  return { ...context, log, holder, builtin };
}

/** A logger that is made with its first line: most functions log nothing, and a call has many templates. */
function lateLogger(make: () => Logger): Logger {
  const log = once(make);
  return {
    debug: (message, fields) => log().debug(message, fields),
    info: (message, fields) => log().info(message, fields),
    warn: (message, fields) => log().warn(message, fields),
    error: (message, fields) => log().error(message, fields),
    child: (fields) => log().child(fields),
  };
}

/** What uses a template, for lines of the log. A caller chooses the names. */
function nameOf({ kind, namespace, name }: HolderReference): string {
  return `${excerpt(kind)} ${excerpt(namespace)}/${excerpt(name)}`;
}

/** The template's own variables. Core sends the Cluster with the variables for all templates, and the template's holder with the template's own. */
function ownOf({ variables }: Item, common: Builtins): Required<RequestVariables> {
  const { values, builtin } = split(variables);
  return { values, builtin: builtin === undefined ? common : Object.freeze({ ...common, ...deepFreeze(builtin) }) };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
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
  let builtin: Builtins | undefined;
  for (const { name, value } of variables) {
    if (name !== builtinVariable) setOwn(values, name, value);
    else if (isJsonObject(value)) builtin = limited({ ...builtin, ...limited(value) });
  }
  return builtin === undefined || Object.keys(builtin).length === 0 ? { values } : { values, builtin };
}

function limited<T extends object>(builtin: T): T {
  if (Object.keys(builtin).length <= mostBuiltins) return builtin;
  throw badRequest(`the variable "builtin" has more than ${mostBuiltins} fields`);
}

/** Cluster API has four. Those for all templates are copied for each template that has its own. */
const mostBuiltins = 32;

function badRequest(problem: string): CapstanError {
  return extensionError("extension/bad-request", { kind: "request with templates", problem });
}

/** Calls a function for each template of a request, in turns of the event loop, one after the other. Rejects when the signal aborts. */
export async function eachInTurns<T>(
  items: Iterable<T>,
  signal: AbortSignal,
  work: (item: T) => void | Promise<void>,
): Promise<void> {
  for (const item of items) await inTurn(() => work(item), { signal });
  signal.throwIfAborted();
}
