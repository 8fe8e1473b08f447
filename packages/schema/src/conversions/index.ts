// Checks conversions between two versions of a kind as an API server would see them. Imports nothing that converts.
export { conversionChecks } from "./conversion-checks.ts";
export type { ConversionCheck } from "./conversion-checks.ts";
export { edgeSamples } from "./edge-samples.ts";
export { choicesOf, withExamples } from "./examples.ts";
export { untilEndless } from "./guarded.ts";
export { lossProblems } from "./loss-problems.ts";
export type { LossSamples } from "./checked-conversion.ts";
export type {
  DeclaredLoss,
  DifferentBounds,
  Example,
  Examples,
  FunctionFields,
  KeptField,
  OwnField,
  RuledFields,
  JsonFields,
  CheckedConversion,
  CheckedSamples,
  CheckedVersion,
} from "./checked-conversion.ts";
export { oddValues } from "./odd-values.ts";
export type { OddValues } from "./odd-values.ts";
export { orderProblems } from "./order-problems.ts";
export { type ChosenFields, withFewFields } from "./few-fields.ts";
export { versionOfFile, versionOfHook } from "./version-of.ts";
export {
  anyFields,
  anyValue,
  beyondInt32,
  emptyFields,
  emptyObject,
  foreignReference,
  namedBy,
  namedTogether,
  noValue,
  notOneValue,
  notPlainNumber,
  notWholeOf,
  notWholeSeconds,
  observedGenerations,
  oneOf,
  otherReference,
  otherThan,
  severities,
  unsortedBy,
} from "./lost-values.ts";
export type { LostValues } from "./lost-values.ts";
