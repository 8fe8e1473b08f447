// What makes a machine a Node: the kind that Machine.spec.bootstrap.configRef refers to. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules, kindConvention, readKindRules, requiredTemplate } from "./shared-rules.ts";

/** Fields and bounds of a BootstrapConfig. */
export const bootstrapConfig = {
  about:
    "What makes a machine a Node. The Secret that `status.dataSecretName` names has the data under the key `value`.",
  rules: "bootstrapconfig",
  definer: "defineBootstrapConfig",
  annotation: "Resource<FooConfig>",
  suffix: "Config",
  isReadByContract: true,
  flag: "dataSecretCreated",
  template: "required",
  workflow: {
    kit: "bootstrapConfig",
    references: [
      {
        kind: "Machine",
        path: "spec.bootstrap.configRef",
        condition: "Ready",
        mirroredAs: "BootstrapConfigReady",
        deprecatedAs: "BootstrapReady",
      },
      {
        kind: "MachinePool",
        path: "spec.template.spec.bootstrap.configRef",
        condition: "Ready",
        deprecatedAs: "BootstrapReady",
      },
    ],
    gates: ["cluster-infrastructure"],
    watches: ["cluster"],
    parts: {
      owner: ["spec", "labels", "annotations", "status.initialization"],
      cluster: ["pause", "deletion", "spec.controlPlaneEndpoint", "status.initialization"],
    },
    results: ["dataCreated"],
    conditions: ["Ready", "Paused"],
    grants: { objects: ["get", "list", "patch", "watch"], secrets: ["create", "get", "update"], creates: [] },
    mayBeExternal: false,
    isPausedByAnnotation: false,
  },
  fields: [
    "status",
    {
      name: "dataSecretName",
      rule: "data-secret",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.dataSecretName",
      writer: "provider",
      into: {
        Machine: "spec.bootstrap.dataSecretName",
        MachinePool: "spec.template.spec.bootstrap.dataSecretName",
      },
      shape: "string",
      missing: {
        message: "the status has no field `dataSecretName`",
        help: "add `dataSecretName?: string` to the status",
      },
      wrong: { message: "status.dataSecretName is not a string", help: "type it `string`" },
    },
    {
      name: "dataSecretCreated",
      rule: "initialization-completed",
      contracts: ["v1beta1"],
      path: "status.ready",
      writer: "provider",
      into: "status.initialization.bootstrapDataSecretCreated",
      shape: "boolean",
      missing: {
        message: "the status has no field `ready`, which contract v1beta1 reads",
        help: "add `ready?: boolean` to the status",
      },
      wrong: { message: "status.ready is not a boolean", help: "type it `boolean`" },
    },
    {
      name: "dataSecretCreated",
      rule: "initialization-completed",
      contracts: ["v1beta2"],
      path: "status.initialization.dataSecretCreated",
      writer: "provider",
      into: "status.initialization.bootstrapDataSecretCreated",
      shape: "boolean",
      missing: {
        message: "the status has no field `initialization.dataSecretCreated`, which contract v1beta2 reads",
        help: "add `initialization?: { dataSecretCreated?: boolean }` to the status",
      },
      wrong: { message: "status.initialization.dataSecretCreated is not a boolean", help: "type it `boolean`" },
    },
    "conditions",
    "failures",
  ],
  bounds: [
    "initialization",
    {
      rule: "data-secret",
      contracts: ["v1beta2"],
      path: "status.dataSecretName",
      demand: { keyword: "maxLength", atMost: 253 },
      message: "core rejects a status.dataSecretName longer than 253 characters",
      help: "add `@maxLength 253` to it",
    },
    "conditions",
  ],
} as const;

/** What the rules of a BootstrapConfig demand, and why. */
export const bootstrapConfigRules: Explained<typeof bootstrapConfig> = {
  ...commonRules,
  ...readKindRules,
  ...requiredTemplate,
  "kind-convention": kindConvention("Config"),
  "terminal-failures": {
    ...commonRules["terminal-failures"],
    explain: `${commonRules["terminal-failures"].explain} Never set them in a config of a MachinePool: its controller in Cluster API 1.14 dereferences a nil pointer then, by its source.`,
  },
  "data-secret": {
    severity: "error",
    message: "the status has no field `dataSecretName`, or one that is not a string",
    help: "add `dataSecretName?: string` to the status",
    explain:
      "The Secret of that name, in the namespace of the object, has the bootstrap data under the key value. It has the label of the cluster, and the object is its controller. Core copies the name to the Machine.",
  },
  "initialization-completed": {
    severity: "error",
    message: "the status has no boolean that reports when the data exists",
    help: "add `initialization?: { dataSecretCreated?: boolean }` to the status, or `ready?: boolean` for contract v1beta1",
    explain:
      "Core waits for status.initialization.dataSecretCreated under contract v1beta2, for status.ready under v1beta1, and reads status.dataSecretName when it is true: true without a name is an error of core.",
  },
};
