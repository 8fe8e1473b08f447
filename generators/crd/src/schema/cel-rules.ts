// The CEL rules that tags become, exactly as controller-gen 0.21.0 writes them.
import type { ValidationRule } from "@capstan/kube/builtin";

/** `@immutable` on a property. */
export const immutableRule: ValidationRule = { rule: "self == oldSelf", message: "field is immutable" };

/** What `@immutable` on an optional property adds to its object: once set, it is never removed. */
export function immutableOnceSet(name: string): ValidationRule {
  const field = celField(name);
  return {
    rule: `!has(oldSelf.${field}) || has(self.${field})`,
    message: `field ${name} is immutable once set`,
  };
}

const comparisons = {
  atMostOneOf: { compare: "<= 1", text: (names: string) => `at most one of the fields in [${names}] may be set` },
  exactlyOneOf: { compare: "== 1", text: (names: string) => `exactly one of the fields in [${names}] must be set` },
  atLeastOneOf: { compare: ">= 1", text: (names: string) => `at least one of the fields in [${names}] must be set` },
} as const;

/** The tags that count fields, in the order their rules are emitted. */
export const oneOfTags: readonly (keyof typeof comparisons)[] = ["atMostOneOf", "exactlyOneOf", "atLeastOneOf"];

/** The rule of one of the counting tags. */
export function oneOfRule(tag: keyof typeof comparisons, names: readonly string[]): ValidationRule {
  const { compare, text } = comparisons[tag];
  const has = names.map((name) => `has(self.${celField(name)})`).join(",");
  return { rule: `[${has}].filter(x,x==true).size() ${compare}`, message: text(names.join(" ")) };
}

const reserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
const escapes: Readonly<Record<string, string>> = { ".": "__dot__", "-": "__dash__", "/": "__slash__" };

/** A property's name as CEL sees it. */
export function celField(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll("__", "__underscores__").replace(/[.\-/]/g, (character) => escapes[character] ?? character);
}
