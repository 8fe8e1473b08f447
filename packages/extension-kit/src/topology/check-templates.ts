// Validation of patched templates by functions: `checkTemplates(Variables).on(Kind, (template, variables) => [...])`. All
// problems of all templates are collected; the message is the same whatever order the templates come in.
import type { ValidateTopologyRequest, ValidateTopologyRequestItem } from "@capstan/api/hooks/v1alpha1";
import type { KubeObject, Resource } from "@capstan/kube";
import type { HandlerWithOptions, PlainAnswer } from "../authoring/handlers.ts";
import { fail, proceed } from "../authoring/results.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { templateCall, type TemplateContext, type TemplateRules } from "./template-rules.ts";

/** Says what is wrong with a template; nothing when it is good. */
export type CheckTemplate<T extends KubeObject, D extends VariableDeclarations> = (
  template: T,
  variables: VariableValues<D>,
  context: TemplateContext,
) => readonly string[];

/** A handler of ValidateTopology, made of functions by kind. */
export interface TemplateChecker<D extends VariableDeclarations> extends HandlerWithOptions<
  ValidateTopologyRequest,
  PlainAnswer,
  unknown
> {
  /** The same with another function. */
  on<T extends KubeObject>(kind: Resource<T>, check: CheckTemplate<T, D>): TemplateChecker<D>;
}

interface Rule<D extends VariableDeclarations> {
  readonly kind: Resource;
  readonly check: CheckTemplate<never, D>;
}

/** Begins a handler of ValidateTopology that reads these variables. */
export function checkTemplates<D extends VariableDeclarations>(variables: Variables<D>): TemplateChecker<D> {
  return checker(variables, []);
}

function checker<D extends VariableDeclarations>(
  variables: Variables<D>,
  rules: readonly Rule<D>[],
): TemplateChecker<D> {
  return {
    on: (kind, check) => checker(variables, [...rules, { kind, check: check as CheckTemplate<never, D> }]),
    handle: (request) => {
      const problems = request.items.flatMap((item) => problemsOf(request, item, { variables, rules }));
      return problems.length === 0 ? proceed() : fail([...new Set(problems)].toSorted().join("; "));
    },
  };
}

function problemsOf<D extends VariableDeclarations>(
  request: ValidateTopologyRequest,
  item: ValidateTopologyRequestItem,
  checking: TemplateRules<D, Rule<D>>,
): string[] {
  const { template, matching, read } = templateCall(checking, item, request.variables);
  if (matching.length === 0) return [];
  const { values, context } = read();
  const { kind, name } = context.holder;
  return matching
    .flatMap(({ check }) => check(template as never, values, context))
    .map((problem) => `${template.kind} of ${kind} ${name}: ${problem}`);
}
