// Everything an author imports to describe an API and to work with objects of Kubernetes and Cluster API: definitions,
// Kubernetes' types and kinds, helpers. Cluster API's own kinds and the hooks are subpaths. Importing it has no side effect.

// Definitions of kinds, templates, hooks and conversions
export { defineConversion } from "@capstan/contract/conversion";
export {
  defineBootstrapConfig,
  defineControlPlane,
  defineHook,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  defineIPPool,
  defineResource,
  defineTemplate,
} from "@capstan/contract/define";
export { definitionOf } from "@capstan/contract/kinds";
export type { Conversion, FunctionContext } from "@capstan/contract/conversion";
export type {
  Hook,
  HookDeprecation,
  HookHandlers,
  HookOptions,
  RequestOf,
  ResponseOf,
  TemplateObjectMeta,
  TemplateOf,
  TemplateResource,
} from "@capstan/contract/define";
export type {
  KindDefinition,
  PrintColumn,
  ResourceOptions,
  ScalePaths,
  TemplateOptions,
} from "@capstan/contract/kinds";
export type { ContractVersion } from "@capstan/contract/rules";

// Scalars: what a field of an annotated type may be
export type {
  Bytes,
  Double,
  Duration,
  EmptyObject,
  Float,
  Int,
  Int32,
  Int64,
  IntOrString,
  JSONObject,
  JSONValue,
  MicroTime,
  Quantity,
  Time,
} from "@capstan/kube";

// Kubernetes objects
export type {
  Condition,
  DeepPartial,
  DeepReadonly,
  GroupVersion,
  GroupVersionKind,
  JsonPatchOperation,
  JsonPath,
  KubeList,
  KubeObject,
  LabelRequirement,
  LabelSelector,
  ListMeta,
  ManagedFieldsEntry,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  Resource,
  ResourceNaming,
  SelectorRequirement,
  UnstructuredObject,
} from "@capstan/kube";
export {
  compareQuantities,
  deepEqual,
  formatApiVersion,
  formatDuration,
  formatKey,
  formatLabelSelector,
  formatMicroTime,
  formatTime,
  gvkOf,
  isJsonObject,
  keyOf,
  parseApiVersion,
  parseDuration,
  parseKey,
  parseLabelSelector,
  parseQuantity,
  pluralOfKind,
  resourceOf,
  selectorMatches,
} from "@capstan/kube";

// Kubernetes' own kinds, each an interface and a Resource of the same name
export {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  CustomResourceDefinition,
  Deployment,
  Event,
  Lease,
  MutatingWebhookConfiguration,
  Namespace,
  Node,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  ValidatingWebhookConfiguration,
} from "@capstan/kube/builtin";
export type {
  AdmissionWebhook,
  Container,
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
  EnvVar,
  JSONSchema,
  MutatingWebhook,
  NodeCondition,
  ObjectReference,
  PodSpec,
  PodTemplateSpec,
  Probe,
  RbacRule,
  RuleWithOperations,
  ServicePort,
  Subject,
  ValidatingWebhook,
  ValidationRule,
  Volume,
  WebhookClientConfig,
} from "@capstan/kube/builtin";

// Conditions, labels and annotations of Cluster API
export {
  aggregateOf,
  conditionPlaces,
  defaultMergeStrategy,
  foreignCondition,
  foreignSeverityCondition,
  getCondition,
  isConditionTrue,
  mirrorOf,
  priorityByPolarity,
  putCondition,
  reasonByPriority,
  removeCondition,
  setCondition,
  severityAggregateOf,
  severityMirrorOf,
  severitySummaryOf,
  summaryOf,
} from "@capstan/contract/conditions";
export type {
  AggregateOptions,
  AnyCondition,
  ConditionChange,
  ConditionOwner,
  ConditionPlace,
  ConditionSeverity,
  ConditionShape,
  ConditionTarget,
  MergedCondition,
  MergedState,
  MergeGroups,
  MergeInput,
  MergeOptions,
  MergePriority,
  MergeStrategy,
  ConditionMirrorOptions,
  NewCondition,
  ReportedCondition,
  SeverityAggregateOptions,
  SeverityCondition,
  SeverityMirrorOptions,
  SeveritySummaryOptions,
  SummaryOptions,
} from "@capstan/contract/conditions";
export { annotations, contractLabel, labels } from "@capstan/contract";

// Identities: which namespaces may use one
export { type AllowedNamespaces, allowsNamespace } from "@capstan/contract";

// Owners, templates and the Secrets of a Cluster
export {
  clonedFrom,
  cloneTemplate,
  clusterSecretName,
  clusterSecretType,
  ensureOwner,
  kubeconfigOf,
  kubeconfigSecret,
  machinePoolLabels,
  ownerCluster,
  ownerMachine,
  ownerMachinePool,
  ownerOf,
  ownerReferenceTo,
  sameOwner,
} from "@capstan/contract";
export type { CloneOptions, ClusterSecretPurpose, KubeconfigSecretOptions } from "@capstan/contract";
export { controllerOf, isControlledBy, type OwnerFlags, removeOwner, setController } from "@capstan/kube";

// Questions about an object
export {
  clusterNameOf,
  isControlPlaneMachine,
  isDeleting,
  isPaused,
  isTopologyDryRun,
  isTopologyOwned,
  isUpdateInProgress,
} from "@capstan/contract";
export type { PausableCluster } from "@capstan/contract";

// Errors
export { CapstanError, describeError, isCapstanError } from "@capstan/kube";
export type { CapstanErrorOptions } from "@capstan/kube";
