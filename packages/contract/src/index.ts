// Cluster API's provider contracts: definitions of kinds and hooks, the tables of what core reads, and helpers that read
// and write it. No third-party dependency; importing this starts nothing.
export { defineResource } from "./define/define-resource.ts";
export { defineInfraCluster } from "./define/define-infra-cluster.ts";
export { defineInfraMachine } from "./define/define-infra-machine.ts";
export { defineTemplate } from "./define/define-template.ts";
export type { TemplateObjectMeta, TemplateOf, TemplateResource } from "./define/template-of.ts";
export { defineHook, describeHook } from "./define/define-hook.ts";
export type { Hook, HookInput, HookOptions, RequestOf, ResponseOf } from "./define/define-hook.ts";
export { definitionOf, describeKind, requireDefinition } from "./define/definition.ts";
export type { KindDefinition, NamedPrintColumn, Narrowing } from "./define/definition.ts";
export { describeTemplate } from "./define/describe-template.ts";
export type { TemplateOptions } from "./define/describe-template.ts";
export type { PrintColumn, PrintColumnOptions, PrintColumns } from "./define/print-columns.ts";
export type { DefinitionInput, ResourceOptions, ScalePaths } from "./define/resource-options.ts";

export { contractCategories, contractVersions } from "./tables/contract-kind.ts";
export type { ContractKind, ContractTemplateKind, ContractVersion } from "./tables/contract-kind.ts";

export {
  conditionPlaces,
  conditionsAt,
  getCondition,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./conditions/conditions.ts";
export type { AnyCondition, ConditionChange, ConditionPlace } from "./conditions/conditions.ts";
export type { ConditionShape } from "./conditions/condition-order.ts";
export type { ConditionSeverity, SeverityCondition } from "./conditions/severity-condition.ts";

export { readPath, writePath } from "./fields/object-path.ts";
export { annotations } from "./annotations.ts";
export { contractLabel, labels } from "./labels.ts";

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
