// The definition of a kind as data.
export { definitionOf, describeKind, requireDefinition } from "./definition.ts";
export type { KindDefinition, NamedPrintColumn, Narrowing } from "./definition.ts";
export { describeTemplate, templateProblem } from "./describe-template.ts";
export type { TemplateOptions } from "./describe-template.ts";
export type { PrintColumn, PrintColumnOptions, PrintColumns } from "./definition-input.ts";
export type { DefinitionInput, ResourceOptions, ScalePaths } from "./definition-input.ts";
