// The subpath `@capstan/cli/conversions`: the judge of conversions, which the tests that `capstan generate` writes import.
export {
  anyValue,
  beyondInt32,
  emptyFields,
  emptyObject,
  foreignReference,
  judgementsOf,
  lossProblems,
  notWholeSeconds,
  observedGenerations,
  oneOf,
  otherReference,
  otherThan,
  schemaOf,
  severities,
  unsortedBy,
} from "@capstan/schema/conversions";
export type {
  DeclaredLoss,
  DifferentBounds,
  JsonFields,
  JudgedConversion,
  JudgedSamples,
  JudgedVersion,
  Judgement,
  LossSamples,
  LostValues,
} from "@capstan/schema/conversions";
