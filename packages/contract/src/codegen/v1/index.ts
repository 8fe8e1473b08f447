// What generated conversion code may import, as version 1: names here are frozen once released. Published to authors as
// @capstan/api/codegen/v1.
export type {
  ChangedValue,
  ConversionContext,
  ConversionBudget,
  ConversionOp,
  ConvertedPair,
  JsonText,
} from "./conversion-op.ts";
export { conversionBudget } from "./conversion-op.ts";
export type {
  ContainerRule,
  ConversionPlan,
  ConversionRules,
  ElementRule,
  PropertyPath,
  FieldRule,
  Side,
  VersionDefaults,
} from "./conversion-plan.ts";
export type { SchemaDefaults } from "./schema-defaults.ts";
export type { ValueBounds, ValueShape } from "./shape.ts";
export type { MatchPattern, OutOfBounds } from "./value-bounds.ts";
export { rawConversionData } from "./conversion-data.ts";
export type { RawConversionData } from "./conversion-data.ts";
export { convertTo } from "./convert.ts";
export { converterOf } from "./converter.ts";
export type { Converter } from "./converter.ts";
export { convertBody } from "./hook-conversion.ts";
export type { ConvertedBody, HookBodies, HookConversion } from "./hook-conversion.ts";
export { templatePlan } from "./template-plan.ts";
export {
  boolPresence,
  dropEmpty,
  enumMap,
  invert,
  presence,
  reference,
  referenceTo,
  seconds,
  width,
} from "./value-ops.ts";
export type { EnumValue } from "./value-ops.ts";
export { digits, quantityIn } from "./number-ops.ts";
export type { NumberWidth } from "./number-ops.ts";
export { conditions, listOfOne, listToMap, mapToList } from "./list-ops.ts";
export type { MapValues } from "./list-ops.ts";
export { byFunctions } from "./functions-op.ts";
export { togetherBy } from "./together.ts";
export type { DeclaredRules, FunctionShapes } from "./functions-op.ts";
