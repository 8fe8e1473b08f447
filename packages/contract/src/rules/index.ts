// What Cluster API's contracts prescribe, as tables.
export { contractCategories, contractVersions } from "./contract-kind.ts";
export type { ContractKind, ContractTemplateKind, ContractVersion } from "./contract-kind.ts";
export { contractTable } from "./contract-table.ts";
export type { ContractEntry, ContractFieldNames } from "./contract-table.ts";
export type { ContractField, ProblemText } from "./contract-problem.ts";
export { contractRules } from "./contract-rules.ts";
export type { ContractRuleId } from "./contract-rules.ts";
