// Kubernetes documents judged. What needs a parser or a regular-expression engine is behind `./yaml` and `./structural`.
export { emitYaml, emitYamlDocuments } from "./yaml/emit-yaml.ts";
export type { EmitYamlOptions } from "./yaml/emit-yaml.ts";
export type { CompiledSchema, ValidateOptions } from "./structural/compile-schema.ts";
export type { CrdRule } from "./structural/crd-rules.ts";
export type { FieldError, FieldErrorReason } from "./structural/field-error.ts";
