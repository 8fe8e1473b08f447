// Declares how a kind changes between two versions. Published to authors as @capstan/api.
export { defineConversion } from "./define-conversion.ts";
export type { Conversion, ConversionHub, ConversionStrategy } from "./define-conversion.ts";
export type {
  BoundsRule,
  DefaultRule,
  EnumTable,
  FormRule,
  FunctionContext,
  DeclaredLosses,
  MoveAsRule,
  MoveRule,
  NewerRule,
  OlderRule,
  RuleExamples,
  ValueFunctions,
} from "./conversion-rules.ts";
export type { NamedPaths, TogetherRule } from "./together-rules.ts";
export type { ValueOp } from "./conversion-rules.ts";
