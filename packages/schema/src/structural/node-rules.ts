// The form of CEL rules: they have an expression and messages of one line. Whether the expression compiles is not judged
// here. check-schema.ts runs it on each node.
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { invalid, notSupported, required } from "./field-error.ts";
import type { FieldPath } from "./field-path.ts";
import type { SchemaPlace } from "./schema-place.ts";

const reasons = ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/** Reports rules that are malformed whatever they mean. */
export function checkRules(node: JSONSchema, { path, report }: SchemaPlace): void {
  for (const [i, rule] of (node["x-kubernetes-validations"] ?? []).entries()) {
    const say = report.error.bind(report, "crd/rule");
    for (const error of ruleErrors(rule, path.child("x-kubernetes-validations").index(i))) say(error);
  }
}

function ruleErrors(rule: ValidationRule, path: FieldPath): ReturnType<typeof invalid>[] {
  const { message = "", messageExpression = "", reason, fieldPath = "" } = rule;
  return [
    textError(rule, path),
    isBlank(messageExpression)
      ? required(path.child("messageExpression"), "messageExpression must be non-empty if specified")
      : undefined,
    reason !== undefined && !reasons.includes(reason) ? notSupported(path.child("reason"), reason, reasons) : undefined,
    isBlank(fieldPath) ? invalid(path.child("fieldPath"), fieldPath, "must be non-empty if specified") : undefined,
    hasBreaks(fieldPath) ? invalid(path.child("fieldPath"), fieldPath, "must not contain line breaks") : undefined,
    isBlank(message) || !hasBreaks(message.trim())
      ? undefined
      : invalid(path.child("message"), message, "must not contain line breaks"),
  ].filter((error) => error !== undefined);
}

function textError({ rule, message = "" }: ValidationRule, path: FieldPath): ReturnType<typeof invalid> | undefined {
  if (rule.trim() === "") return required(path.child("rule"), "rule is not specified");
  if (isBlank(message)) return invalid(path.child("message"), message, "must be non-empty if specified");
  if (hasBreaks(rule.trim()) && message.trim() === "")
    return required(path.child("message"), "message must be specified if rule contains line breaks");
  return undefined;
}

/** Given, but with nothing in it. */
function isBlank(text: string): boolean {
  return text !== "" && text.trim() === "";
}

function hasBreaks(text: string): boolean {
  return /[\r\n]/.test(text);
}
