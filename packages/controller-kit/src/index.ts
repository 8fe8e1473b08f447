// Write a Cluster API provider: create its controllers with `initProvider`, return results, run it with `run`.
export { initProvider, type ProviderKit } from "./authoring/provider-kit.ts";
export {
  done,
  failed,
  provisioned,
  removed,
  requeueAfter,
  stalled,
  waiting,
  type AnyResult,
  type Reason,
  type Result,
  type ResultOptions,
} from "./authoring/result.ts";
export {
  dataCreated,
  type BootstrapConfigOptions,
  type BootstrapPass,
  type BootstrapReconciled,
  type NewBootstrapData,
  type WrittenData,
} from "./authoring/bootstrap-config.ts";
export {
  allocated,
  exhausted,
  poolNotReady,
  type Allocated,
  type AllocatePass,
  type IPPoolOptions,
  type NewAddress,
  type ReleasePass,
} from "./authoring/ip-pool.ts";
export { addressesIn, type AddressesInOptions, type AddressList } from "./ipam/addresses-in.ts";
export { type ProviderWebhook, type ProviderWebhookContext, type WebhookKit } from "./authoring/webhooks.ts";
export {
  gets,
  maps,
  owns,
  reads,
  writes,
  type ClientVerb,
  type OwnsOptions,
  type Use,
  type UsualVerb,
  type Watch,
  type WatchFilter,
  type WritesOptions,
  type WriteVerb,
} from "./authoring/watch.ts";
export type { ListReadOptions, MapReader, MapsContext, ReadOptions } from "./authoring/map-reader.ts";
export { run, runProvider } from "./run/run.ts";
export type { RunOptions, ServiceEnvironment } from "./run/run-options.ts";
export type { DurationString } from "@capstan/kube";
export type { ExitCode, FlagTable, FlagValues, ProcessPort } from "@capstan/process";
export { describeProvider } from "./run/describe-provider.ts";
export {
  createProviderManager,
  type ManagerTimes,
  type ProviderManagerOptions,
  type WebhookServerOptions,
} from "./run/provider-manager.ts";

export type { MigrationPhase } from "./migration/phases.ts";
export type { InfraClusterOptions, ClusterPass, ClusterReport } from "./authoring/infra-cluster.ts";
export type { InfraMachineOptions, MachineDeletePass, MachinePass, MachineReport } from "./authoring/infra-machine.ts";
export type {
  InfraMachinePoolOptions,
  MachinesKindFor,
  PoolDeletePass,
  PoolMachine,
  PoolPass,
  PoolReport,
} from "./authoring/infra-machine-pool.ts";
export type { PlainOptions, PlainPass } from "./authoring/plain.ts";
export type {
  CommonOptions,
  ContextOf,
  CoreChanges,
  Deleted,
  FailedFor,
  OwnKindOptions,
  ProviderSource,
  ProviderSourceContext,
  ReasonOf,
  Reconciled,
  ReconciledBase,
} from "./authoring/options.ts";
export type { ProviderRunnable, RunnableContext } from "./authoring/runnable.ts";
export type { CachedOptions } from "./authoring/watch.ts";
export {
  becameInitialized,
  hasWatchFilter,
  becameProvisioned,
  notExternallyManaged,
  pauseChanged,
  unpaused,
} from "./authoring/predicates.ts";
export {
  workload,
  workloadConnection,
  workloadNodes,
  type KeepingWatch,
  type KeepingOptions,
  type KeptJson,
  type KeptObject,
  type KeptObjects,
  type WorkloadConnection,
  type WorkloadContext,
  type WorkloadOptions,
  type WorkloadSource,
  type WorkloadWatch,
} from "./authoring/workload-watch.ts";
export type { Context } from "./authoring/context.ts";
export type { Once, OnceCall, OnceCalls } from "./authoring/once.ts";
export type { BootstrapAccess, BootstrapData } from "./authoring/infra-machine.ts";
export type {
  Conditions,
  ConditionStatus,
  ConditionTypes,
  ConditionView,
  NoConditions,
} from "./authoring/conditions.ts";
export type {
  CallSettings,
  DeclaredFor,
  KindsWith,
  ListableFor,
  StatusClient,
  TypedClient,
  VerbsWith,
  WritableFor,
  IdentityAccess,
  IdentityFor,
  IdentityObject,
} from "./authoring/typed-client.ts";
export type {
  AnyContext,
  AnyCoreChanges,
  AuthorFunctions,
  ControllerDefinition,
  RoleData,
  RoleName,
} from "./authoring/controller-definition.ts";
export type { ProviderRule, ProviderRules, RuleVerb } from "./authoring/provider-rules.ts";
export type { ApiVersionOf, KitProviderType, Provider, ProviderOptions } from "./authoring/provider.ts";
export type { WorkloadCluster } from "./remote/remote-clusters.ts";
// What authors need of the controller runtime, so that a controller imports from one place.
export { jsonResponse, type ServeRequest, type ServeResponse, textResponse } from "@capstan/serve";
export {
  admitted,
  type AdmissionResult,
  type CreateReview,
  type DeleteReview,
  type FieldRejection,
  rejected,
  type ReviewUser,
  type UpdateReview,
  addFinalizer,
  allOf,
  annotationsChanged,
  anyOf,
  channel,
  defineIndex,
  type CreateOrPatch,
  createOrPatch,
  type Ensured,
  type FieldConflict,
  fieldConflictsOf,
  generationChanged,
  hasFinalizer,
  isConflict,
  isFieldConflict,
  isNotFound,
  isObjectNotFound,
  labelsChanged,
  labelsMatch,
  metadataOf,
  not,
  resourceVersionChanged,
  isTransientError,
  type ObjectOutcome,
  onTrace,
  removeFinalizer,
  retryAfterOf,
  retryOnConflict,
  silentLogger,
  TerminalError,
  TransientError,
  type TransientErrorOptions,
  type CacheEvent,
  type EventRecorder,
  type FieldIndex,
  type KeyChannel,
  type KeySource,
  type LeaderElectionOptions,
  type Logger,
  type LogFields,
  type Manager,
  type MappedKeys,
  type MetadataOf,
  type MetricsRegistry,
  type Predicate,
  type RecordedEvent,
  type Runnable,
  type SourceContext,
  type TraceEvent,
} from "@capstan/operator";
export { kitErrors, type KitErrorCode } from "./kit-errors.ts";
export { operatorErrors, type OperatorErrorCode } from "@capstan/operator";
