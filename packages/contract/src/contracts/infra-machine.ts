// The infrastructure of a Machine: the kind that Machine.spec.infrastructureRef refers to. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules, kindConvention, provisionedRule, readKindRules, requiredTemplate } from "./shared-rules.ts";

/** Fields and bounds of an InfraMachine. */
export const infraMachine = {
  about: "The infrastructure of a Machine: a server in a cloud, or a computer.",
  rules: "inframachine",
  definer: "defineInfraMachine",
  annotation: "Resource<FooMachine>",
  suffix: "Machine",
  isReadByContract: true,
  flag: "provisioned",
  template: "required",
  workflow: {
    kit: "infraMachine",
    references: [
      {
        kind: "Machine",
        path: "spec.infrastructureRef",
        condition: "Ready",
        mirroredAs: "InfrastructureReady",
        deprecatedAs: "InfrastructureReady",
      },
    ],
    gates: ["cluster-infrastructure", "bootstrap-data"],
    watches: ["cluster", "infra-cluster"],
    parts: {
      owner: ["spec", "labels", "annotations", "status.initialization"],
      cluster: ["pause", "deletion", "spec.infrastructureRef", "status.initialization"],
      "infra-cluster": ["spec", "labels", "annotations", "status but for conditions"],
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
      name: "providerID",
      rule: "provider-id",
      contracts: ["v1beta1", "v1beta2"],
      path: "spec.providerID",
      writer: "provider",
      into: "spec.providerID",
      shape: "string",
      missing: { message: "the spec has no field `providerID`", help: "add `providerID?: string` to the spec" },
      wrong: { message: "spec.providerID is not a string", help: "type it `string`" },
      required: {
        message: "spec.providerID is required, but the object is created before its machine is known",
        help: "make it optional",
      },
    },
    "provisioned",
    {
      name: "addresses",
      rule: "addresses",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.addresses",
      writer: "provider",
      into: "status.addresses",
      shape: "addresses",
      wrong: {
        message: "status.addresses is not a list of address and type, which is one of core's five",
        help: "type it `MachineAddress[]`",
      },
    },
    {
      name: "failureDomain",
      rule: "failure-domain",
      contracts: ["v1beta1"],
      path: "spec.failureDomain",
      writer: "provider",
      into: "spec.failureDomain",
      shape: "string",
      wrong: { message: "spec.failureDomain is not a string", help: "type it `string`" },
    },
    {
      name: "failureDomain",
      rule: "failure-domain",
      contracts: ["v1beta2"],
      path: "status.failureDomain",
      writer: "provider",
      into: "status.failureDomain",
      shape: "string",
      wrong: { message: "status.failureDomain is not a string", help: "type it `string`" },
    },
    {
      name: "interruptible",
      rule: "interruptible",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.interruptible",
      writer: "provider",
      readBy: "core",
      shape: "boolean",
      wrong: { message: "status.interruptible is not a boolean", help: "type it `boolean`" },
    },
    "conditions",
    "failures",
  ],
  bounds: [
    "initialization",
    "providerID",
    {
      rule: "addresses",
      contracts: ["v1beta2"],
      path: "status.addresses",
      demand: { keyword: "maxItems", atMost: 256 },
      message: "core rejects more than 256 addresses",
      help: "add `@maxItems 256` to status.addresses",
    },
    {
      rule: "failure-domain",
      contracts: ["v1beta2"],
      path: "status.failureDomain",
      demand: { keyword: "maxLength", atMost: 256 },
      message: "core rejects a status.failureDomain longer than 256 characters",
      help: "add `@maxLength 256` to it",
    },
    {
      rule: "failure-domain",
      contracts: ["v1beta2"],
      path: "spec.failureDomain",
      demand: { absent: true },
      message: "core copies spec.failureDomain to the Machine even when it is empty",
      help: "rename it, and report the placement in status.failureDomain",
    },
    "conditions",
    {
      rule: "autoscale-from-zero",
      contracts: ["v1beta1", "v1beta2"],
      ofTemplate: true,
      path: "status.capacity",
      demand: { shape: "capacity" },
      message: "the template's status.capacity is not a map of quantities",
      help: "type it `Record<string, Quantity>`",
    },
    {
      rule: "autoscale-from-zero",
      contracts: ["v1beta2"],
      ofTemplate: true,
      path: "status.nodeInfo",
      demand: { shape: "nodeInfo" },
      message: "the autoscaler does not know the architecture in the template's status.nodeInfo",
      help: 'type it `{ architecture?: "amd64" | "arm64" | "s390x" | "ppc64le"; operatingSystem?: string }`',
    },
  ],
} as const;

/** What the rules of an InfraMachine demand, and why. */
export const infraMachineRules: Explained<typeof infraMachine> = {
  ...commonRules,
  ...readKindRules,
  ...requiredTemplate,
  "kind-convention": kindConvention("Machine"),
  "initialization-completed": provisionedRule,
  "provider-id": {
    severity: "error",
    message: "the spec has no field `providerID`, or one that is not an optional string",
    help: "add `providerID?: string` to the spec",
    explain:
      "Core finds the Node of a Machine by spec.providerID, which must equal the Node's own. It is set before or together with the provisioned flag, is unique in the cluster and never changes.",
  },
  addresses: {
    severity: "error",
    message: "status.addresses is not a list of type and address",
    help: "type it `MachineAddress[]`",
    explain:
      "Core copies status.addresses to the Machine. A wrong type, or more than 256 entries, makes the API server reject core's patch.",
  },
  "failure-domain": {
    severity: "error",
    message: "the failure domain is not a string",
    help: "type status.failureDomain `string`, or spec.failureDomain for contract v1beta1",
    explain:
      "Contract v1beta2 reads status.failureDomain. A spec.failureDomain is copied to the Machine under both contracts, even when empty, so a field of that name must mean a failure domain.",
  },
  "autoscale-from-zero": {
    severity: "warning",
    message: "the status of the template says the capacity or the node in another form than the autoscaler reads",
    help: 'type status.capacity `Record<string, Quantity>`, and status.nodeInfo `{ architecture?: "amd64" | "arm64" | "s390x" | "ppc64le"; operatingSystem?: string }`',
    explain:
      "The cluster autoscaler starts the first machine of a MachineDeployment that has none by what the template says of its machines: status.capacity (cpu, memory and other resources) and status.nodeInfo. A provider sets them on the templates with a status that extends TemplateOf.",
  },
  interruptible: {
    severity: "error",
    message: "status.interruptible is not a boolean",
    help: "type it `boolean`",
    explain: "True puts the label cluster.x-k8s.io/interruptible on the Node. Core reads it under both contracts.",
  },
};
