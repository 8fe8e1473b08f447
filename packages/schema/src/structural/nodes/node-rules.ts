// Checks the form of CEL rules: an expression, and messages of one line. Expressions are not compiled.
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { invalid, notSupported, required } from "../fields/field-error.ts";
import type { FieldPath } from "../fields/field-path.ts";
import type { SchemaPlace } from "./schema-place.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/** Reports rules whose form is wrong. */
export function checkRules(node: JSONSchema, { path, report }: SchemaPlace): void {
  for (const [i, rule] of (node["x-kubernetes-validations"] ?? []).entries()) {
    const say = report.error.bind(report, "crd/rule");
    for (const error of ruleErrors(rule, path.child("x-kubernetes-validations").index(i))) say(error);
  }
}

function ruleErrors(rule: ValidationRule, path: FieldPath): ReturnType<typeof invalid>[] {
  const { message = "", messageExpression = "", reason, fieldPath = "", optionalOldSelf } = rule;
  return [
    expressionError(rule, path),
    isBlank(messageExpression)
      ? required(path.child("messageExpression"), "messageExpression must be non-empty if specified")
      : undefined,
    reason !== undefined && !reasons.includes(reason) ? notSupported(path.child("reason"), reason, reasons) : undefined,
    isBlank(fieldPath) ? invalid(path.child("fieldPath"), fieldPath, "must be non-empty if specified") : undefined,
    hasBreaks(fieldPath) ? invalid(path.child("fieldPath"), fieldPath, "must not contain line breaks") : undefined,
    optionalOldSelf !== undefined && rule.rule.trim() !== "" && !usesOldSelf(rule)
      ? invalid(path.child("optionalOldSelf"), optionalOldSelf, "may not be set if oldSelf is not used in rule")
      : undefined,
    isBlank(message) || !hasBreaks(message.trim())
      ? undefined
      : invalid(path.child("message"), message, "must not contain line breaks"),
  ].filter((error) => error !== undefined);
}

function expressionError(
  { rule, message = "" }: ValidationRule,
  path: FieldPath,
): ReturnType<typeof invalid> | undefined {
  if (rule.trim() === "") return required(path.child("rule"), "rule is not specified");
  if (isBlank(message)) return invalid(path.child("message"), message, "must be non-empty if specified");
  if (hasBreaks(rule.trim()) && message.trim() === "")
    return required(path.child("message"), "message must be specified if rule contains line breaks");
  return undefined;
}

/** Whether the name occurs at all: in a string or a comment it counts too, since expressions are not parsed. */
function usesOldSelf({ rule }: ValidationRule): boolean {
  return /\boldSelf\b/.test(rule);
}

/** Set, but with white space only. */
function isBlank(value: string): boolean {
  return value !== "" && value.trim() === "";
}

function hasBreaks(value: string): boolean {
  return /[\r\n]/.test(value);
}
