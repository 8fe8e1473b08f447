// Judges conversions between two versions of a kind as an API server would see them. Imports nothing that converts.
export { judgementsOf, lossProblems } from "./judgements.ts";
export type { Judgement, LossSamples } from "./judgements.ts";
export type {
  DeclaredLoss,
  DifferentBounds,
  JsonFields,
  JudgedConversion,
  JudgedSamples,
  JudgedVersion,
} from "./judged-conversion.ts";
export { schemaOf } from "./schema-of.ts";
export {
  anyValue,
  beyondInt32,
  emptyFields,
  emptyObject,
  foreignReference,
  noValue,
  notWholeSeconds,
  observedGenerations,
  oneOf,
  otherReference,
  otherThan,
  severities,
  unsortedBy,
} from "./lost-values.ts";
export type { LostValues } from "./lost-values.ts";
