// Validation of patched templates by functions: `checkTemplates(variables).on(Kind, (template, values) => [...])`. The
// message lists the first problems of all templates, the same whatever order the templates come in.
import type { ValidateTopologyRequest, ValidateTopologyRequestItem } from "@capstan/api/hooks/v1alpha1";
import { excerpt, type KubeObject, type Resource } from "@capstan/kube";
import type { HandlerWithOptions, PlainResult } from "../authoring/handlers.ts";
import { fail, proceed } from "../authoring/results.ts";
import type { SettingDeclarations, Settings } from "../authoring/settings.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { FirstProblems } from "./first-problems.ts";
import type { TemplateHandlerOptions } from "./patch-templates.ts";
import {
  type AnyTemplate,
  eachInTurns,
  templateCall,
  type TemplateContext,
  templateRequest,
  type TemplateRequest,
  type TemplateRule,
  type TemplateRuleOptions,
} from "./template-rules.ts";
import { manyKinds, oneKind, type TemplateKinds } from "./template-selectors.ts";

/** Returns what is wrong with a template, one string for each problem; an empty list when nothing is. A promise is waited for. */
export type CheckTemplate<
  T extends KubeObject,
  D extends VariableDeclarations,
  S = Readonly<Record<string, string>>,
> = (
  template: T,
  variables: VariableValues<D>,
  context: TemplateContext<S>,
) => readonly string[] | Promise<readonly string[]>;

/** A handler of ValidateTopology, built of functions by kind. */
export interface TemplateChecker<
  D extends VariableDeclarations,
  S = Readonly<Record<string, string>>,
> extends HandlerWithOptions<ValidateTopologyRequest, PlainResult, S> {
  /**
   * A handler that also calls this function, for templates of this kind in this version. Several functions of one kind are
   * called in the order they were added. The checker that it is called on does not change.
   */
  on<T extends KubeObject>(
    kind: Resource<T>,
    check: CheckTemplate<T, D, S>,
    options?: TemplateRuleOptions<S>,
  ): TemplateChecker<D, S>;
  /** The same for templates of many kinds, by patterns of their groups, versions and kinds: `{ kind: "*MachineTemplate" }`. */
  onKinds(
    kinds: TemplateKinds,
    check: CheckTemplate<AnyTemplate, D, S>,
    options?: TemplateRuleOptions<S>,
  ): TemplateChecker<D, S>;
}

/** A problem can quote a value of megabytes, for each template. */
const longestProblem = 512;

interface Rule<D extends VariableDeclarations, S> extends TemplateRule<S> {
  /** A method, so that a function of any kind fits: it is called for templates of that kind. */
  check(
    template: KubeObject,
    variables: VariableValues<D>,
    context: TemplateContext<S>,
  ): readonly string[] | Promise<readonly string[]>;
}

/**
 * Creates a handler of ValidateTopology that reads these variables. Add functions with `on`, and give it to
 * `validateTopology` under the name that the ClusterClass refers to.
 *
 * The handler returns `proceed` when no function finds a problem, and otherwise `fail` with the first problems, sorted: more than the message of a response has room for. A variable
 * without the value it needs fails the call with `extension/variable-missing` or `extension/variable-value`. Templates of
 * kinds that no function is for are not checked. Functions may be asynchronous, and `where` says which of the templates of a kind they are for (`templatesOf`).
 *
 * @example
 * validateTopology: {
 *   "images-v1": checkTemplates(variables).on(FooTemplate, (template, { images }) =>
 *     images.includes(template.spec.template.spec.image) ? [] : ["the image is not allowed"],
 *   ),
 * },
 */
export function checkTemplates<
  D extends VariableDeclarations,
  const C extends SettingDeclarations = SettingDeclarations,
>(variables: Variables<D>, _options: TemplateHandlerOptions<C> = {}): TemplateChecker<D, Settings<C>> {
  return checker<D, Settings<C>>(variables, []);
}

function checker<D extends VariableDeclarations, S>(
  variables: Variables<D>,
  rules: readonly Rule<D, S>[],
): TemplateChecker<D, S> {
  const add = (rule: Pick<Rule<D, S>, "target" | "check">, { where }: TemplateRuleOptions<S> = {}) =>
    checker(variables, [...rules, { ...rule, where }]);
  return {
    on: (kind, check, options) => add({ target: oneKind(kind), check }, options),
    onKinds: (kinds, check, options) => add({ target: manyKinds(kinds), check }, options),
    secrets: variables.secrets,
    handle: async (request, context) => {
      const common = templateRequest(variables, request.variables, context);
      const problems = new FirstProblems();
      await eachInTurns(request.items, context.signal, (item) => checkItem({ common, rules, problems }, item));
      const message = problems.message();
      return message === "" ? proceed() : fail(message);
    },
  };
}

/** What the templates of one request are checked with, and what was found. */
interface Check<D extends VariableDeclarations, S> {
  readonly common: TemplateRequest<D, S>;
  readonly rules: readonly Rule<D, S>[];
  readonly problems: FirstProblems;
}

async function checkItem<D extends VariableDeclarations, S>(
  { common, rules, problems }: Check<D, S>,
  item: ValidateTopologyRequestItem,
): Promise<void> {
  const { template, matching, read } = templateCall(rules, item, common);
  if (matching.length === 0) return;
  const { values, context } = read();
  // Each problem repeats them, and a caller may send megabytes.
  const [kind, name] = [excerpt(context.holder.kind), excerpt(context.holder.name)];
  const place = `${template.kind} of ${kind} ${name}`;
  for (const rule of matching)
    for (const problem of await rule.check(template, values, context))
      problems.add(`${place}: ${excerpt(problem, longestProblem)}`);
}
