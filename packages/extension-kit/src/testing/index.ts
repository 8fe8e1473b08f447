// Everything an extension's tests import: `@capstan/extension-kit/testing`.
export { callInProcess, type TestCallOptions } from "./call-in-process.ts";
export { startExtension, type StartExtensionOptions, type TestExtension } from "./start-extension.ts";
export {
  patchedTemplates,
  type PatchAnswer,
  requestItems,
  requestVariables,
  type TemplateUse,
} from "./topology-request.ts";
export { topologyHooks } from "./topology-hooks.ts";

export {
  expectDeterministic,
  type ExpectedCall,
  expectIdempotent,
  expectNoRollout,
  expectOrderIndependent,
  expectStableMessages,
  type PatchCall,
  type RepeatedPatchCall,
} from "./expectations.ts";
export { type AnsweredTwice, rolloutsOf, type TemplateRollout } from "./rollouts.ts";

// What Cluster API drops of a patch.
export { type DroppedChange, droppedChanges, type PatchedItem } from "../rules/dropped-changes.ts";

// What a patch makes wrong by a CRD.
export { type PatchedByCrd, problemByCrd } from "../rules/template-crds.ts";

// What only a cluster can check of variables.
export { variablesWithRules } from "../rules/unchecked-rules.ts";

// What an extension recorded.
export { readTape, type TapeText } from "../recording/read-tape.ts";
export { redactTemplate, type TapeSecrets } from "../recording/redact-template.ts";
export type { RecordedCall, RecordedCluster, Tape, TapeHeader } from "../recording/tape.ts";

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
  type PatchedField,
  createCoreSim,
  devCrds,
  type HookDelay,
  type LifecycleAnswer,
  machinesRunning,
  type PatchedTemplate,
  type PlayedRole,
  type PlayOptions,
  type RolloutVerdict,
  type SimGoal,
  type SimWrite,
  type SimWriter,
  type TemplatesToPatch,
  type TopologyHooks,
  type UntilOptions,
  type Workloads,
} from "@capstan/core-sim";

// A certificate for an extension that a test serves itself.
export { type CertificateOptions, createSelfSigned, type CertificateAndKey } from "@capstan/serve/certificates";
export { playedByLabel } from "@capstan/contract";
