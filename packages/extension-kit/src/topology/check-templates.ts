// Validation of patched templates by functions: `checkTemplates(variables).on(Kind, (template, values) => [...])`. The
// message lists the first problems of all templates, the same whatever order the templates come in.
import type { ValidateTopologyRequest, ValidateTopologyRequestItem } from "@capstan/api/hooks/v1alpha1";
import { excerpt, type KubeObject, type Resource } from "@capstan/kube";
import type { HandlerWithOptions, PlainResult } from "../authoring/handlers.ts";
import { fail, proceed } from "../authoring/results.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { FirstProblems } from "./first-problems.ts";
import {
  eachInTurns,
  templateCall,
  type TemplateContext,
  templateRequest,
  type TemplateRequest,
} from "./template-rules.ts";

/** Returns what is wrong with a template, one string for each problem; an empty list when nothing is. */
export type CheckTemplate<T extends KubeObject, D extends VariableDeclarations> = (
  template: T,
  variables: VariableValues<D>,
  context: TemplateContext,
) => readonly string[];

/** A handler of ValidateTopology, built of functions by kind. */
export interface TemplateChecker<D extends VariableDeclarations> extends HandlerWithOptions<
  ValidateTopologyRequest,
  PlainResult,
  unknown
> {
  /**
   * A handler that also calls this function, for templates of this kind in this version. Several functions of one kind are
   * called in the order they were added. The checker that it is called on does not change.
   */
  on<T extends KubeObject>(kind: Resource<T>, check: CheckTemplate<T, D>): TemplateChecker<D>;
}

/** A problem can quote a value of megabytes, for each template. */
const longestProblem = 512;

interface Rule<D extends VariableDeclarations> {
  readonly kind: Resource;
  /** A method, so that a function of any kind fits: it is called for templates of that kind. */
  check(template: KubeObject, variables: VariableValues<D>, context: TemplateContext): readonly string[];
}

/**
 * Creates a handler of ValidateTopology that reads these variables. Add functions with `on`, and give it to
 * `validateTopology` under the name that the ClusterClass refers to.
 *
 * The handler returns `proceed` when no function finds a problem, and otherwise `fail` with the first problems, sorted: more than the message of a response has room for. A variable
 * without the value it needs fails the call with `extension/variable-missing` or `extension/variable-value`. Templates of
 * kinds that no function is for are not checked.
 *
 * @example
 * validateTopology: {
 *   "images-v1": checkTemplates(variables).on(FooTemplate, (template, { images }) =>
 *     images.includes(template.spec.template.spec.image) ? [] : ["the image is not allowed"],
 *   ),
 * },
 */
export function checkTemplates<D extends VariableDeclarations>(variables: Variables<D>): TemplateChecker<D> {
  return checker(variables, []);
}

function checker<D extends VariableDeclarations>(
  variables: Variables<D>,
  rules: readonly Rule<D>[],
): TemplateChecker<D> {
  return {
    on: (kind, check) => checker(variables, [...rules, { kind, check }]),
    handle: async (request, { signal }) => {
      const check = { common: templateRequest(variables, request.variables), rules, problems: new FirstProblems() };
      await eachInTurns(request.items, signal, (item) => checkItem(check, item));
      const message = check.problems.message();
      return message === "" ? proceed() : fail(message);
    },
  };
}

/** What the templates of one request are checked with, and what was found. */
interface Check<D extends VariableDeclarations> {
  readonly common: TemplateRequest<D>;
  readonly rules: readonly Rule<D>[];
  readonly problems: FirstProblems;
}

function checkItem<D extends VariableDeclarations>(
  { common, rules, problems }: Check<D>,
  item: ValidateTopologyRequestItem,
): void {
  const { template, matching, read } = templateCall(rules, item, common);
  if (matching.length === 0) return;
  const { values, context } = read();
  // Each problem repeats them, and a caller may send megabytes.
  const [kind, name] = [excerpt(context.holder.kind), excerpt(context.holder.name)];
  const place = `${template.kind} of ${kind} ${name}`;
  for (const rule of matching)
    for (const problem of rule.check(template, values, context))
      problems.add(`${place}: ${excerpt(problem, longestProblem)}`);
}
