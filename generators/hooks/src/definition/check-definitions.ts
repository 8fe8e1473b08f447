// What is wrong with the definitions of hooks: their options, and the fields that each response has.
import { contractRules } from "@capstan/contract/rules";
import { type DeclaredHook, propertyOf, resolveNode, type TypeModel, type TypeNode } from "@capstan/generator-model";
import { diagnose, type Diagnostic, didYouMean, nearestOf } from "@capstan/kube";
import { hookProblem } from "../diagnostics.ts";
import { optionRules } from "./option-rules.ts";

/** Checks every hook of a model. What has an error here cannot be emitted. */
export function checkDefinitions(model: TypeModel): readonly Diagnostic[] {
  return model.hooks.flatMap((hook) => [
    ...unknownOptions(hook),
    ...wrongOptions(hook),
    ...missingOptions(hook),
    ...responseProblems(model, hook),
  ]);
}

function unknownOptions(hook: DeclaredHook): Diagnostic[] {
  const known = Object.keys(optionRules);
  return Object.keys(hook.options)
    .filter((name) => !Object.hasOwn(optionRules, name))
    .map((name) => {
      const values = {
        hook: hook.name,
        option: name,
        near: didYouMean(nearestOf(name, known)),
        known: known.join(", "),
      };
      return hookProblem("hooks/unknown-option", { values, position: positionOf(hook, name) });
    });
}

function wrongOptions(hook: DeclaredHook): Diagnostic[] {
  return Object.entries(hook.options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(optionRules, name) ? optionRules[name] : undefined;
    if (rule === undefined || rule.holds(value)) return [];
    const values = { hook: hook.name, option: name, value: shortened(JSON.stringify(value)), help: rule.help };
    return [hookProblem("hooks/wrong-option", { values, position: positionOf(hook, name) })];
  });
}

function missingOptions(hook: DeclaredHook): Diagnostic[] {
  return Object.entries(optionRules).flatMap(([name, { required, help }]) => {
    if (required !== true || Object.hasOwn(hook.options, name)) return [];
    return [
      hookProblem("hooks/missing-option", { values: { hook: hook.name, option: name, help }, position: hook.position }),
    ];
  });
}

/** Callers read a status from each answer, and a delay from that of a blocking hook. */
function responseProblems(model: TypeModel, { response, options, position }: DeclaredHook): Diagnostic[] {
  const node = resolveNode(model, response);
  const typeOfField = (name: string): TypeNode | undefined => {
    const field = node.kind === "object" ? propertyOf(node, name) : undefined;
    return field === undefined ? undefined : resolveNode(model, field.type);
  };
  const hasDelay = isInteger(typeOfField("retryAfterSeconds"));
  return [
    ...(isStatus(typeOfField("status")) ? [] : [diagnose(contractRules, "hook/response-status", { position })]),
    ...(options["blocking"] !== true || hasDelay
      ? []
      : [diagnose(contractRules, "hook/blocking-response", { position })]),
  ];
}

function isStatus(node: TypeNode | undefined): boolean {
  if (node?.kind === "scalar") return node.scalar === "string";
  return node?.kind === "enum" && ["Success", "Failure"].every((value) => node.values.includes(value));
}

function isInteger(node: TypeNode | undefined): boolean {
  return node?.kind === "scalar" && ["Int32", "Int64", "Int"].includes(node.scalar);
}

function positionOf({ optionPositions, position }: DeclaredHook, option: string): DeclaredHook["position"] {
  return optionPositions[`/${option}`] ?? position;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
