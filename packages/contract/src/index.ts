// Cluster API's provider contracts: definitions of kinds and hooks, the tables of what core reads, and helpers that read
// and write it. No third-party dependency; importing this starts nothing.
export { defineResource } from "./define/define-resource.ts";
export { defineInfraCluster } from "./define/define-infra-cluster.ts";
export { defineInfraMachine } from "./define/define-infra-machine.ts";
export { defineTemplate } from "./define/define-template.ts";
export type { TemplateObjectMeta, TemplateOf, TemplateResource } from "./define/template-of.ts";
export { defineHook, describeHook } from "./define/define-hook.ts";
export type { Hook, HookHandlers, HookInput, HookOptions, RequestOf, ResponseOf } from "./define/define-hook.ts";
export { defineConversion } from "./conversion/define-conversion.ts";
export type { Conversion, ConversionHub } from "./conversion/define-conversion.ts";
export type { FormRule, MoveAsRule, MoveRule, NewerRule, OlderRule } from "./conversion/conversion-rules.ts";
export type { ValueOp } from "./conversion/value-op.ts";
export type { Converter } from "./codegen/v1/converter.ts";
export type { ConversionContext } from "./codegen/v1/conversion-op.ts";
export { definitionOf, describeKind, requireDefinition } from "./define/definition.ts";
export type { KindDefinition, NamedPrintColumn, Narrowing } from "./define/definition.ts";
export { describeTemplate } from "./define/describe-template.ts";
export type { TemplateOptions } from "./define/describe-template.ts";
export type { PrintColumn, PrintColumnOptions, PrintColumns } from "./define/print-columns.ts";
export type { DefinitionInput, ResourceOptions, ScalePaths } from "./define/resource-options.ts";

export { contractCategories, contractVersions } from "./tables/contract-kind.ts";
export type { ContractKind, ContractTemplateKind, ContractVersion } from "./tables/contract-kind.ts";
export { contractTable } from "./tables/contract-table.ts";
export type { ContractEntry, ContractFieldNames } from "./tables/contract-table.ts";
export type { ContractField, ProblemText } from "./types/contract-problem.ts";
export { contractRules } from "./tables/contract-rules.ts";
export type { ContractRuleId } from "./tables/contract-rules.ts";
export { checkContract } from "./check/check-contract.ts";
export { contractLabelsOf, resolveContract } from "./crd-contract.ts";
export type { ResolvedContract } from "./crd-contract.ts";

export { conditionsAt, getCondition, isConditionTrue, removeCondition, setCondition } from "./conditions/conditions.ts";
export type { AnyCondition, ConditionChange } from "./conditions/conditions.ts";
export { conditionPlaces } from "./conditions/condition-place.ts";
export type { ConditionPlace } from "./conditions/condition-place.ts";
export type { ConditionShape } from "./conditions/condition-order.ts";
export type { ConditionSeverity, SeverityCondition } from "./conditions/severity-condition.ts";

export { readPath, writePath } from "./fields/object-path.ts";
export { conditionPlaceOf, contractView, fieldOf, findField } from "./fields/contract-view.ts";
export type { ContractView } from "./fields/contract-view.ts";
export {
  getAddresses,
  getEndpoint,
  getFailureDomains,
  getPlacement,
  getProviderID,
  getTerminalFailure,
  hasTerminalFailures,
  isProvisioned,
  readField,
  setEndpoint,
  setFailureDomains,
  setProvisioned,
  setTerminalFailure,
  writeField,
} from "./fields/infra-fields.ts";
export type { Endpoint, MachineAddress, TerminalFailure } from "./fields/infra-fields.ts";
export type { FailureDomain } from "./fields/failure-domains.ts";

export { annotations } from "./annotations.ts";
export { contractLabel, labels } from "./labels.ts";
export { coreGroup, ensureOwner, ownerCluster, ownerMachine, ownerOf, ownerReferenceTo, sameOwner } from "./owners.ts";
export {
  clusterNameOf,
  hasPausedAnnotation,
  isControlPlaneMachine,
  isDeleting,
  isExternallyManaged,
  isPaused,
  isTopologyDryRun,
  isTopologyOwned,
  matchesWatchFilter,
} from "./predicates.ts";
export type { PausableCluster } from "./predicates.ts";
export { addFinalizer, finalizerOf, hasFinalizer, removeFinalizer } from "./finalizers.ts";
export { clonedFrom, cloneTemplate } from "./clone-template.ts";
export type { CloneOptions } from "./clone-template.ts";
export { clusterSecretName, clusterSecretType, kubeconfigOf, kubeconfigSecret } from "./cluster-secret.ts";
export type { ClusterSecretPurpose, KubeconfigSecretOptions } from "./cluster-secret.ts";
export { contractErrors } from "./contract-errors.ts";
export type { ContractErrorCode } from "./contract-errors.ts";

export type {
  DescribedHook,
  DescribedKind,
  DescribedPorts,
  DescribedWebhook,
  Description,
  GroupKind,
  OwnershipEdge,
  PolicyRule,
  ProviderType,
} from "./description.ts";
