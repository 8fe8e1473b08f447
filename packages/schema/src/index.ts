// The public API that needs neither a parser nor a regular expression engine; the rest is in `./yaml` and `./structural`.
export { emitYaml, emitYamlDocuments } from "./yaml/emit-yaml.ts";
export type { EmitYamlOptions } from "./yaml/emit-yaml.ts";
export type { CompiledSchema, ValidateOptions } from "./structural/values/compile-schema.ts";
export type { CrdRule } from "./structural/definition/crd-rules.ts";
export type { FieldError, FieldErrorReason } from "./structural/fields/field-error.ts";
