// Checks CustomResourceDefinitions, and validates, prunes and defaults objects, as the API server does.
export { checkCrd, crdFieldErrors } from "./definition/check-crd.ts";
export type { CheckCrdOptions } from "./definition/check-crd.ts";
export { crdRules } from "./definition/crd-rules.ts";
export type { CrdRule } from "./definition/crd-rules.ts";
export { compileSchema } from "./values/compile-schema.ts";
export type { CompiledSchema, ValidateOptions } from "./values/compile-schema.ts";
export {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from "./fields/field-error.ts";
export type { FieldError, FieldErrorReason } from "./fields/field-error.ts";
export { type InlinedKeywords, inlineSchema } from "./inline-schema.ts";
export { canonicalJson } from "./fields/canonical-json.ts";
export { FieldPath, rootPath } from "./fields/field-path.ts";
export { compilePattern } from "./values/pattern.ts";
export type { Pattern } from "./values/pattern.ts";
export { PatternBudget } from "./values/pattern-budget.ts";
export { dnsLabel1123Problems, dnsLabelProblems, dnsSubdomainProblems } from "./definition/dns-names.ts";
export { lostNumbers } from "./definition/lost-numbers.ts";
