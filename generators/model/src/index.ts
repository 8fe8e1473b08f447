// Reading annotated TypeScript into the type model that the other generators emit from. Files are the subpath `./files`.
export { createModelReader, readModel } from "./read-model.ts";
export type { ModelReader, ReadModelOptions, ReadModelResult } from "./read-model.ts";
export { readStaticField } from "./reading/read-static-field.ts";
export type { StaticField, StaticFieldOptions } from "./reading/read-static-field.ts";
export { functionValue } from "./reading/read-value.ts";
export { propertyOf, resolveNode, stringsOf, typeOf } from "./type-model.ts";
export type {
  DeclaredConversion,
  Definition,
  Documented,
  EnumNode,
  FunctionLiteral,
  DeclaredHook,
  DeclaredKind,
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
  DeclaredTemplate,
  TypeId,
  TypeModel,
  TypeNode,
  UnionMember,
  UnionNode,
  WellKnownType,
} from "./type-model.ts";
export { documentationTags, tagRule, tagTable } from "./tags/tag-table.ts";
export type { TagGrammar, TagRule, TagTarget } from "./tags/tag-table.ts";
export { modelDiagnostics } from "./diagnostics.ts";
