// A simulation of Cluster API's controllers, for tests and demos of providers.
export { createCoreSim, type CoreSim, type SimGoal, type UntilOptions } from "./core-sim.ts";
export type { CoreSimOptions } from "./core-sim-options.ts";
export { clusterDeleted, clusterProvisioned, machinePoolRunning, machinesRunning } from "./goals.ts";
export type { SimWrite, SimWriter } from "./writer.ts";
export { coreSimErrors, type CoreSimErrorCode } from "./core-sim-errors.ts";
export type { PlayedRole, PlayOptions, Workloads } from "./play/play-options.ts";
export type {
  HookDelay,
  LifecycleAnswer,
  ForeignVariables,
  PatchOfClass,
  PatchOfCluster,
  PatchedTemplate,
  TemplatesToPatch,
  TopologyHooks,
} from "./topology/topology-hooks.ts";
export { valueWithDefaults } from "./topology/variable-defaults.ts";
export { unplayedPatches } from "./topology/inline-patches.ts";
export { unplayedNames } from "./cluster-class/naming-rules.ts";
export { type ClassBefore, rejectedClass } from "./cluster-class/rejected-class.ts";
export { devCrds } from "./play/dev-kinds.ts";
export { type WorkloadServer, type WorkloadServers, workloadServers } from "./play/workload-servers.ts";
export { type RepatchedTemplate, rolloutVerdict, type RolloutVerdict } from "./rollout/rollout-verdict.ts";
export { type PatchedField, type PatchedTwice } from "./rollout/patched-template.ts";
export { templateValue } from "./topology/value-templates.ts";
