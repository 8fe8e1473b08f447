// The infrastructure of a MachinePool: a group of machines that the cloud scales as one. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules, kindConvention, provisionedRule, readKindRules, recommendedTemplate } from "./shared-rules.ts";

/** Fields and bounds of an InfraMachinePool. */
export const infraMachinePool = {
  about:
    "The infrastructure of a MachinePool: a group of machines that the cloud scales as one. Core reads `status.ready` of a pool under both contracts; set `status.initialization.provisioned`, which the contract names, with it.",
  rules: "inframachinepool",
  definer: "defineInfraMachinePool",
  annotation: "Resource<FooMachinePool>",
  suffix: "MachinePool",
  isReadByContract: true,
  flag: "provisioned",
  template: "recommended",
  workflow: {
    kit: "infraMachinePool",
    references: [
      {
        kind: "MachinePool",
        path: "spec.template.spec.infrastructureRef",
        condition: "Ready",
        deprecatedAs: "InfrastructureReady",
      },
    ],
    gates: ["cluster-infrastructure", "bootstrap-data"],
    watches: ["cluster", "infra-cluster", "machines"],
    parts: {
      owner: ["spec", "labels", "annotations", "status.initialization"],
      cluster: ["pause", "deletion", "spec.infrastructureRef", "status.initialization"],
      "infra-cluster": ["spec", "labels", "annotations", "status but for conditions"],
      machines: ["spec", "labels", "owner references"],
    },
    results: ["provisioned"],
    conditions: ["Ready", "Paused"],
    grants: { objects: ["get", "list", "patch", "watch"], secrets: ["get"], creates: [] },
    mayBeExternal: true,
    isPausedByAnnotation: false,
  },
  fields: [
    "status",
    {
      name: "providerIDList",
      rule: "provider-id-list",
      contracts: ["v1beta1", "v1beta2"],
      path: "spec.providerIDList",
      writer: "provider",
      into: "spec.providerIDList",
      shape: "strings",
      missing: {
        message: "the spec has no field `providerIDList`",
        help: "add `providerIDList?: string[]` to the spec",
      },
      wrong: { message: "spec.providerIDList is not a list of strings", help: "type it `string[]`" },
      required: {
        message: "spec.providerIDList is required, but the object is created before its machines are known",
        help: "make it optional",
      },
    },
    {
      name: "provisioned",
      rule: "initialization-completed",
      contracts: ["v1beta2"],
      path: "status.ready",
      writer: "provider",
      into: "status.initialization.infrastructureProvisioned",
      shape: "boolean",
      missing: {
        message: "the status has no field `ready`, which core reads of a pool under every contract",
        help: "add `ready?: boolean` to the status",
      },
      wrong: { message: "status.ready is not a boolean", help: "type it `boolean`" },
    },
    "provisioned",
    {
      name: "replicas",
      rule: "replicas",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.replicas",
      writer: "provider",
      into: "status.replicas",
      shape: "number",
      missing: { message: "the status has no field `replicas`", help: "add `replicas?: Int32` to the status" },
      wrong: { message: "status.replicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "providerID",
      rule: "provider-id",
      contracts: ["v1beta1", "v1beta2"],
      path: "spec.providerID",
      writer: "provider",
      readBy: "users",
      shape: "string",
      wrong: { message: "spec.providerID is not a string", help: "type it `string`" },
    },
    {
      name: "instances",
      rule: "instances",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.instances",
      writer: "provider",
      readBy: "users",
      shape: "objects",
      wrong: { message: "status.instances is not a list of objects", help: "type it as a list of an interface" },
    },
    {
      name: "machineKind",
      rule: "machine-pool-machines",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.infrastructureMachineKind",
      writer: "provider",
      readBy: "core",
      shape: "string",
      wrong: { message: "status.infrastructureMachineKind is not a string", help: "type it `string`" },
    },
    "conditions",
  ],
  bounds: [
    "initialization",
    "providerID",
    {
      rule: "provider-id-list",
      contracts: ["v1beta2"],
      path: "spec.providerIDList",
      demand: { listType: "atomic" },
      message: "spec.providerIDList is not atomic: core replaces it as a whole",
      help: "add `@listType atomic` to it",
    },
    {
      rule: "provider-id-list",
      contracts: ["v1beta2"],
      path: "spec.providerIDList",
      demand: { keyword: "maxItems", atMost: 10_000 },
      message: "core rejects more than 10000 provider IDs",
      help: "add `@maxItems 10000` to spec.providerIDList",
    },
    {
      rule: "terminal-failures",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.failureReason",
      demand: { absent: true },
      message: "a status.failureReason of a pool ends core's manager with a nil pointer",
      help: "remove it, and report problems in conditions",
    },
    {
      rule: "terminal-failures",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.failureMessage",
      demand: { absent: true },
      message: "a status.failureMessage of a pool ends core's manager with a nil pointer",
      help: "remove it, and report problems in conditions",
    },
    "conditions",
  ],
} as const;

/** What the rules of an InfraMachinePool demand, and why. */
export const infraMachinePoolRules: Explained<typeof infraMachinePool> = {
  ...commonRules,
  "terminal-failures": {
    severity: "warning",
    message: "a pool has failureReason or failureMessage",
    help: "remove it, and report problems in conditions",
    explain:
      "The MachinePool controller of Cluster API 1.14 dereferences a nil pointer when a pool or its bootstrap config has one of the fields, by its source. They have no meaning under contract v1beta2.",
  },
  ...readKindRules,
  ...recommendedTemplate,
  "kind-convention": kindConvention("MachinePool"),
  "initialization-completed": {
    ...provisionedRule,
    explain:
      "Core waits for status.ready of a pool under every contract; the contract names status.initialization.provisioned. Set both. Unlike for other kinds, core takes the value back when it becomes false.",
  },
  "provider-id-list": {
    severity: "error",
    message: "the spec has no field `providerIDList`, or one that is not an optional list of strings",
    help: "add `providerIDList?: string[]` to the spec",
    explain:
      "Core finds the Nodes of a MachinePool by spec.providerIDList, and deletes the Nodes whose ids leave it. While the list is empty and replicas are wanted, core waits.",
  },
  "provider-id": {
    severity: "error",
    message: "spec.providerID is not a string",
    help: "type it `string`",
    explain: "It identifies the group of machines in the cloud. Core does not read it.",
  },
  replicas: {
    severity: "error",
    message: "the status has no number of replicas",
    help: "add `replicas?: Int32` to the status",
    explain: "Core copies status.replicas, the number of machines that exist, to the MachinePool.",
  },
  instances: {
    severity: "error",
    message: "status.instances is not a list of objects",
    help: "type it as a list of an interface",
    explain:
      "It shows each machine of the pool to users: its name, provider ID, addresses, version and whether it is ready. Core does not read it.",
  },
  "machine-pool-machines": {
    severity: "error",
    message: "status.infrastructureMachineKind is not a string",
    help: "type it `string`",
    explain:
      "A pool that has a Machine for each of its machines names the kind of their InfraMachines there. Core lists them at the apiVersion of the pool, by the labels of pool and cluster, and creates the Machines.",
  },
};
