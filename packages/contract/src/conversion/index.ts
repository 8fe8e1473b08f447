// Declares how a kind changes between two versions. Published to authors as @capstan/api.
export { defineConversion } from "./define-conversion.ts";
export type { Conversion, ConversionHub } from "./define-conversion.ts";
export type {
  BoundsRule,
  DefaultRule,
  FormRule,
  MoveAsRule,
  MoveRule,
  NewerRule,
  OlderRule,
} from "./conversion-rules.ts";
export type { ValueOp } from "./conversion-rules.ts";
