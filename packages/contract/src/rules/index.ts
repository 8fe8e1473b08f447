// What Cluster API's contracts prescribe: the records of kinds, and the catalog of rules.
export {
  contractCategories,
  type ContractFieldNames,
  type ContractKind,
  contractKinds,
  type ContractTemplateKind,
  fieldsOfKind,
  isTemplated,
  kindContracts,
  type KindContracts,
  type KitKind,
} from "../contracts/kind-contracts.ts";
export {
  type ContractField,
  contractVersions,
  type ContractVersion,
  type KindContract,
  type ProblemText,
} from "../contracts/kind-contract.ts";
export {
  type AccessVerb,
  type CoreReference,
  type KindGate,
  type KindResult,
  type KindWorkflow,
  type OwnerKind,
  type WatchedObjects,
  type WatchedPart,
  type WatchedParts,
} from "../contracts/kind-workflow.ts";
export { contractRules } from "./contract-rules.ts";
export type { ContractRuleId } from "./contract-rules.ts";
