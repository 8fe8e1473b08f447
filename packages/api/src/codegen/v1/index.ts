// All that generated code may import, frozen once released: a generated file of an older minor keeps working.
export type { HookEntry } from "../../catalog/hook-entry.ts";
export {
  boolPresence,
  conditions,
  convertTo,
  converterOf,
  dropEmpty,
  enumMap,
  mapToList,
  proofsOf,
  reference,
  referenceTo,
  seconds,
  templatePlan,
} from "@capstan/contract/codegen/v1";
export type {
  ConversionContext,
  ConversionPlan,
  ConversionProof,
  Converter,
  ProofSamples,
} from "@capstan/contract/codegen/v1";
