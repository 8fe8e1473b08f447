// Contracts on CRDs: the check of a schema, and the labels that name the contracts of each version.
export { checkContract, missingTemplate } from "./check-contract.ts";
export { contractLabelsOf, resolveContract } from "./contract-labels.ts";
export type { ResolvedContract } from "./contract-labels.ts";
