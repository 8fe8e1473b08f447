// Structural schemas, as the API server reads them: CRDs checked, objects validated, pruned and defaulted.
export { checkCrd, crdFieldErrors } from "./check-crd.ts";
export type { CheckCrdOptions } from "./check-crd.ts";
export { crdRules } from "./crd-rules.ts";
export type { CrdRule } from "./crd-rules.ts";
export { compileSchema } from "./compile-schema.ts";
export type { CompiledSchema, ValidateOptions } from "./compile-schema.ts";
export { duplicate, forbidden, invalid, notSupported, required, tooLong, tooMany, typeInvalid } from "./field-error.ts";
export type { FieldError, FieldErrorReason } from "./field-error.ts";
export { FieldPath, rootPath } from "./field-path.ts";
export { compilePattern } from "./pattern.ts";
export type { Pattern } from "./pattern.ts";
export { dnsLabel1123Problems, dnsLabelProblems, dnsSubdomainProblems } from "./dns-names.ts";
