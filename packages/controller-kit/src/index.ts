// Write a Cluster API provider: define its controllers with `initProvider`, answer with results, run it with `run`.
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
  type DurationText,
  type Reason,
  type Result,
  type ResultOptions,
} from "./authoring/result.ts";
export { maps, owns, reads, writes, type Use, type Watch } from "./authoring/watch.ts";
export {
  run,
  runProvider,
  type ExitCode,
  type ProcessPort,
  type RunOptions,
  type ServiceEnvironment,
} from "./run/run.ts";
export { describe } from "./run/describe.ts";
export {
  createProviderManager,
  type ProviderManagerOptions,
  type WebhookServerOptions,
} from "./run/provider-manager.ts";

export type { InfraClusterOptions, ClusterPass, ClusterReport } from "./authoring/infra-cluster.ts";
export type { InfraMachineOptions, MachineDeletePass, MachinePass, MachineReport } from "./authoring/infra-machine.ts";
export type { PlainOptions, PlainPass } from "./authoring/plain.ts";
export type { CommonOptions, ContextOf, Deleted, FailedFor, ReasonOf, Reconciled } from "./authoring/options.ts";
export type { Context } from "./authoring/context.ts";
export type { Bootstrap, BootstrapData } from "./authoring/bootstrap.ts";
export type {
  Conditions,
  ConditionStatus,
  ConditionTypes,
  ConditionView,
  NoConditions,
} from "./authoring/conditions.ts";
export type {
  DeclaredFor,
  ListOptions,
  Readable,
  Reader,
  TypedClient,
  Writable,
  WritableFor,
} from "./authoring/typed-client.ts";
export type { ControllerDefinition, Role } from "./authoring/controller-definition.ts";
export type { KitProviderType, Provider, ProviderOptions } from "./authoring/provider.ts";
export type { Workload } from "./remote/workload.ts";
// What authors write besides: so that a controller imports from one place.
export { kubeconfigSecret, ownerReferenceTo } from "@capstan/contract";
export type { EventRecorder, LeaderElectionOptions, Logger, LogFields, Manager } from "./engine/index.ts";
export { kitErrors, type KitErrorCode } from "./kit-errors.ts";
export { engineErrors, type EngineErrorCode } from "./engine/index.ts";
