// A controller runtime for Kubernetes. It does not know Cluster API.
export { runOperator, runOperatorWith } from "./run/run-operator.ts";
export type { OperatorEnvironment, OperatorOptions } from "./run/operator-program.ts";
export { controllerFlags, controllerLimitsOf } from "./run/controller-flags.ts";
export { checkManagerFlags, managerFlags, managerOptionsOf, warnOfUnusedFlags } from "./run/manager-flags.ts";
export { createManager } from "./manager/manager.ts";
export type {
  ControllerLimits,
  Manager,
  ManagerOptions,
  ManagerTask,
  Runnable,
  ServerContext,
} from "./manager/manager-options.ts";
export type { LeaderElectionOptions } from "./leader-election/leader-election-options.ts";
export {
  type CallVerb,
  type ControllerCall,
  type ControllerOptions,
  type ControllerRead,
  type ControllerWatch,
  type KeySource,
  type MapContext,
  type MappedKeys,
  type Predicate,
  type ReconcileContext,
  type ReconcileResult,
  type SourceContext,
} from "./controller/controller-options.ts";
export {
  declareController,
  type DeclaredContext,
  type DeclaredController,
  untypedClient,
} from "./controller/declare-controller.ts";
export type { CallOn, DeclaredCalls, OperatorClient, SubresourceOf, VerbsOn } from "./controller/operator-client.ts";
export {
  isOutdated,
  isTransientError,
  retryAfterOf,
  TerminalError,
  TransientError,
  type TransientErrorOptions,
} from "./controller/reconcile-errors.ts";
export { watch, type KindWatchOptions } from "./controller/watch.ts";
export { controllerRights, type ControllerRights } from "./rights/controller-rights.ts";
export { roleObjects, type RoleObject, type RoleTarget } from "./rights/role-objects.ts";
export { missingRights, type MissingRight, type NeededRights } from "./rights/missing-rights.ts";
export { reportMissingRights } from "./rights/report-rights.ts";
export { type Grant, grantOn, type GrantRule, leaseGrant, managerGrants, mergeGrants } from "./rights/grants.ts";
export { channel, type KeyChannel } from "./controller/key-channel.ts";
export {
  allOf,
  annotationsChanged,
  anyOf,
  comparison,
  generationChanged,
  labelsChanged,
  labelsMatch,
  not,
  resourceVersionChanged,
} from "./controller/predicates.ts";
export type { Cache, CacheEvent, CacheOptions, CacheQuery, CacheReader, IndexFunction } from "./cache/cache.ts";
export type { CacheSelection } from "./cache/selection.ts";
export { compareResourceVersions } from "./cache/resource-version.ts";
export { metadataOf, type MetadataOf } from "./cache/metadata-of.ts";
export { defineIndex, type FieldIndex } from "./cache/field-index.ts";
export { createMetricsRegistry } from "./metrics/own-metrics.ts";
export type {
  CounterMetric,
  GaugeMetric,
  HistogramMetric,
  MetricLabels,
  MetricOptions,
  MetricsRegistry,
} from "./metrics/metrics-registry.ts";
export type { EventRecorder, RecordedEvent } from "./events/event-recorder.ts";
export { admitted, type AdmissionResult, type AdmissionResultOptions, rejected } from "./webhooks/admission-result.ts";
export type { FieldRejection } from "./webhooks/field-rejection.ts";
export type { ImmutablePaths } from "./webhooks/immutable-path.ts";
export {
  type AdmissionDefinition,
  type AnyReview,
  type CreateReview,
  type DefaultingOptions,
  defineDefaulting,
  defineHandler,
  defineValidation,
  type DeleteReview,
  type HandlerDefinition,
  type HandlerOptions,
  type ReviewInfo,
  type ReviewOperation,
  type ReviewUser,
  type UpdateReview,
  type ValidationFunctions,
  type ValidationOptions,
  type WebhookContext,
  type WebhookDefinition,
  type WebhookFunction,
  type WebhookPlace,
} from "./webhooks/webhook-definition.ts";
export {
  type OperatorServerOptions,
  type WebhookConfiguration,
  webhookConfigurations,
  webhookServer,
} from "./webhooks/webhook-server.ts";
export { webhookObjects, type WebhookTarget } from "./webhooks/webhook-objects.ts";
export { type OperatorErrorCode, operatorErrors } from "./operator-errors.ts";
export {
  type CallingTrace,
  type EventTrace,
  type HookTrace,
  type IgnoredBecause,
  type LeaderTrace,
  onTrace,
  type QueueTrace,
  type RunCause,
  type RunOutcome,
  type RunningTrace,
  type RunTrace,
  type TracedChange,
  type TracedError,
  type TracedObject,
  type TracedWay,
  type TraceEvent,
  type WatchTrace,
  type WriteTrace,
} from "@capstan/kube/trace";
// What an operator's author needs of the packages below, so that an operator imports from one place.
export {
  type ExitCode,
  type Feature,
  type FeatureStage,
  type FeatureTable,
  type FeatureValues,
  type FlagTable,
  type FlagValues,
  type LogFields,
  type Logger,
  type ProcessPort,
  silentLogger,
} from "@capstan/process";
export { addFinalizer, type DurationString, formatDuration, hasFinalizer, removeFinalizer } from "@capstan/kube";
export {
  type Client,
  type Clock,
  createClient,
  type CreateOrPatch,
  createOrPatch,
  ensure,
  type Ensured,
  type FieldConflict,
  fieldConflictsOf,
  isAlreadyExists,
  isConflict,
  isFieldConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isObjectNotFound,
  isTooManyRequests,
  loadCredentials,
  type Modification,
  modify,
  type ObjectOutcome,
  retryOnConflict,
  systemClock,
} from "@capstan/client";
