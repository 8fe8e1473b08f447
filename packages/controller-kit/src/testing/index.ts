// Everything a provider's tests import: `@capstan/controller-kit/testing`.
export { startProvider, type RunningProvider, type StartProviderOptions } from "./start-provider.ts";
export { serveConversions, type ServedConversions } from "./serve-conversions.ts";

// A control plane with Cluster API's kinds, and a client for it.
export { coreCrds, kubeadmCrds } from "@capstan/api/crds";
export { type Client, createClient } from "@capstan/client";
export {
  type EmbeddedEnv,
  type EmbeddedOptions,
  type Fault,
  type FaultMatch,
  type Faults,
  startTestEnv,
  type TestControlPlane,
  type TestEnv,
  type TestEnvOptions,
  type TestUser,
} from "@capstan/testenv";
export type { Envtest, EnvtestOptions } from "@capstan/testenv/envtest";

// Cluster API's own controllers, simulated.
export {
  clusterDeleted,
  clusterProvisioned,
  type CoreSim,
  type CoreSimOptions,
  createCoreSim,
  devCrds,
  machinePoolRunning,
  type HookDelay,
  type LifecycleAnswer,
  machinesRunning,
  type PatchedTemplate,
  type PlayedRole,
  type PlayOptions,
  type SimGoal,
  type SimWrite,
  type SimWriter,
  type TemplatesToPatch,
  type TopologyHooks,
  type UntilOptions,
  type Workloads,
} from "@capstan/core-sim";
export { embeddedWorkloads, type EmbeddedWorkloads } from "./embedded-workloads.ts";

// A certificate and a port for webhooks.
export { type CertificateOptions, createSelfSigned, type CertificateAndKey } from "@capstan/serve/certificates";
export { freePort } from "@capstan/testenv/host";
export { playedByLabel } from "@capstan/contract";
