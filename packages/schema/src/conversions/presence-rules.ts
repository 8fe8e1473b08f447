// The rules of a schema about which fields an object has, as `@union`, `@exactlyOneOf` and their like become them. Written by hand, because Kubernetes' CEL is not
// here yet: other rules are not checked.
import { isJsonObject, type JsonPath } from "@capstan/kube";
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import type { FieldError } from "../structural/fields/field-error.ts";
import type { JsonFields } from "./checked-conversion.ts";
import { formatPath } from "./differences.ts";

/** Whether an object is as a rule wants it. */
type Check = (object: JsonFields) => boolean;

/** The objects of a version that break such rules. */
export function brokenPresenceRules(schema: JSONSchema, value: unknown, path: JsonPath = []): readonly FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined
      ? []
      : value.flatMap((one: unknown, index) => brokenPresenceRules(items, one, [...path, index]));
  }
  if (!isJsonObject(value)) return [];
  const { properties = {}, additionalProperties: values } = schema;
  const inside = Object.entries(value).flatMap(([name, one]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : values;
    return isJsonObject(own) ? brokenPresenceRules(own, one, [...path, name]) : [];
  });
  return [...brokenIn(schema, value, path), ...inside];
}

function brokenIn(schema: JSONSchema, object: JsonFields, path: JsonPath): readonly FieldError[] {
  const rules = schema["x-kubernetes-validations"] ?? [];
  return rules
    .filter((rule) => checkOf(rule)?.(object) === false)
    .map(({ message, rule }) => ({
      reason: "FieldValueInvalid",
      field: formatPath(path),
      message: `Invalid value: ${message ?? `failed rule: ${rule}`}`,
      path,
    }));
}

/** Each object of a kind is checked with the same rules. */
const known = new WeakMap<ValidationRule, { readonly check: Check | undefined }>();

/** The check of a rule, or undefined where it is none of these. */
function checkOf(validation: ValidationRule): Check | undefined {
  const before = known.get(validation);
  if (before !== undefined) return before.check;
  const check = countOf(validation.rule) ?? memberOf(validation.rule);
  known.set(validation, { check });
  return check;
}

const counts: Readonly<Record<string, (count: number) => boolean>> = {
  "<= 1": (count) => count <= 1,
  "== 1": (count) => count === 1,
  ">= 1": (count) => count >= 1,
};

/** `[has(self.a),has(self.b)].filter(x,x==true).size() == 1` */
function countOf(rule: string): Check | undefined {
  const [list = "", compare = "", ...more] = rule.split("].filter(x,x==true).size() ");
  const isRight = counts[compare];
  const terms = list.startsWith("[") ? termsOf(list.slice(1).split(",")) : undefined;
  if (isRight === undefined || more.length > 0 || terms === undefined) return undefined;
  return (object) => isRight(terms.filter((term) => term(object)).length);
}

/** `self.type != "Image" || (has(self.image) && !has(self.snapshot))` */
function memberOf(rule: string): Check | undefined {
  const [head = "", body = "", ...more] = rule.split(" || ");
  const [field = "", text = ""] = head.split(" != ");
  if (more.length > 0 || !field.startsWith("self.") || !body.startsWith("(") || !body.endsWith(")")) return undefined;
  const value = stringOf(text);
  const terms = termsOf(body.slice(1, -1).split(" && "));
  const name = nameOf(field.slice("self.".length));
  if (value === undefined || terms === undefined) return undefined;
  return (object) => object[name] !== value || terms.every((term) => term(object));
}

/** The checks of terms, or undefined where one of them is none of these. */
function termsOf(all: readonly string[]): readonly Check[] | undefined {
  const terms = all.flatMap((one) => termOf(one) ?? []);
  return terms.length === all.length ? terms : undefined;
}

/** `has(self.a)` or `!has(self.a)` */
function termOf(term: string): Check | undefined {
  const isNot = term.startsWith("!");
  const call = isNot ? term.slice(1) : term;
  if (!call.startsWith("has(self.") || !call.endsWith(")")) return undefined;
  const name = nameOf(call.slice("has(self.".length, -1));
  return (object) => Object.hasOwn(object, name) !== isNot;
}

function stringOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const escapes = [
  ["__dot__", "."],
  ["__dash__", "-"],
  ["__slash__", "/"],
  ["__underscores__", "__"],
] as const;

/** The name of a property as CEL sees it -> the name. Of one that is a word of CEL only the word is left. */
function nameOf(field: string): string {
  const name = escapes.reduce((text, [escaped, character]) => text.replaceAll(escaped, character), field);
  return name === field && field.startsWith("__") && field.endsWith("__") ? field.slice(2, -2) : name;
}
