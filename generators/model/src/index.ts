// What reads annotated TypeScript, what the other generators emit from, and what puts files on disk.
export { createModelReader, readModel } from "./read-model.ts";
export type { ModelReader, ReadModelOptions, ReadModelResult } from "./read-model.ts";
export { readStaticField } from "./read-static-field.ts";
export type { StaticField, StaticFieldOptions } from "./read-static-field.ts";
export { resolveNode, typeOf } from "./type-model.ts";
export type {
  ConversionDefinition,
  Definition,
  Documented,
  EnumNode,
  HookDefinition,
  KindDefinition,
  ListNode,
  MapNode,
  NamedType,
  NullableNode,
  ObjectIdentity,
  ObjectNode,
  OpenNode,
  PatternNode,
  Property,
  RefNode,
  ScalarName,
  ScalarNode,
  Span,
  Tag,
  TagStep,
  TemplateDefinition,
  TypeId,
  TypeModel,
  TypeNode,
  UnionMember,
  UnionNode,
  WellKnownType,
} from "./type-model.ts";
export { documentationTags, tagRule, tagTable } from "./tag-table.ts";
export type { TagGrammar, TagRule, TagTarget } from "./tag-table.ts";
export type { GeneratedFile } from "./generated-file.ts";
export { lineDiff } from "./line-diff.ts";
export { ownedFiles, writeFiles } from "./write-files.ts";
export { ownedFilesPath } from "./owned-files.ts";
export type { FileChange, WriteFilesOptions, WriteFilesResult } from "./write-files.ts";
export { writeErrors } from "./write-errors.ts";
export { modelDiagnostics } from "./diagnostics.ts";
