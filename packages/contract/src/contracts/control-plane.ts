// What runs a cluster's API server: the kind that Cluster.spec.controlPlaneRef refers to. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules, endpointRule, kindConvention, readKindRules, templateRules } from "./shared-rules.ts";

/** Fields and bounds of a ControlPlane. */
export const controlPlane = {
  rules: "controlplane",
  definer: "defineControlPlane",
  annotation: "Resource<FooControlPlane>",
  suffix: "ControlPlane",
  isReadByContract: true,
  flag: "initialized",
  hasTemplate: true,
  fields: [
    "status",
    "endpoint",
    {
      name: "initialized",
      rule: "initialization-completed",
      contracts: ["v1beta1"],
      path: "status.initialized",
      shape: "boolean",
      missing: {
        message: "the status has no field `initialized`, which contract v1beta1 reads",
        help: "add `initialized?: boolean` to the status",
      },
      wrong: { message: "status.initialized is not a boolean", help: "type it `boolean`" },
    },
    {
      name: "initialized",
      rule: "initialization-completed",
      contracts: ["v1beta2"],
      path: "status.initialization.controlPlaneInitialized",
      shape: "boolean",
      missing: {
        message: "the status has no field `initialization.controlPlaneInitialized`, which contract v1beta2 reads",
        help: "add `initialization?: { controlPlaneInitialized?: boolean }` to the status",
      },
      wrong: { message: "status.initialization.controlPlaneInitialized is not a boolean", help: "type it `boolean`" },
    },
    {
      name: "replicas",
      rule: "replicas",
      contracts: ["v1beta1", "v1beta2"],
      path: "spec.replicas",
      shape: "number",
      wrong: { message: "spec.replicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "currentReplicas",
      rule: "replicas",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.replicas",
      shape: "number",
      wrong: { message: "status.replicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "readyReplicas",
      rule: "replicas",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.readyReplicas",
      shape: "number",
      wrong: { message: "status.readyReplicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "availableReplicas",
      rule: "replicas",
      contracts: ["v1beta2"],
      path: "status.availableReplicas",
      shape: "number",
      wrong: { message: "status.availableReplicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "upToDateReplicas",
      rule: "replicas",
      contracts: ["v1beta2"],
      path: "status.upToDateReplicas",
      shape: "number",
      wrong: { message: "status.upToDateReplicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "updatedReplicas",
      rule: "replicas",
      contracts: ["v1beta1"],
      path: "status.updatedReplicas",
      shape: "number",
      wrong: { message: "status.updatedReplicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "unavailableReplicas",
      rule: "replicas",
      contracts: ["v1beta1"],
      path: "status.unavailableReplicas",
      shape: "number",
      wrong: { message: "status.unavailableReplicas is not a number", help: "type it `Int32`" },
    },
    {
      name: "selector",
      rule: "replicas",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.selector",
      shape: "string",
      wrong: { message: "status.selector is not a string", help: "type it `string`" },
    },
    {
      name: "version",
      rule: "version",
      contracts: ["v1beta1", "v1beta2"],
      path: "spec.version",
      shape: "string",
      wrong: { message: "spec.version is not a string", help: "type it `string`" },
    },
    {
      name: "currentVersion",
      rule: "version",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.version",
      shape: "string",
      wrong: { message: "status.version is not a string", help: "type it `string`" },
    },
    {
      name: "versions",
      rule: "version",
      contracts: ["v1beta2"],
      path: "status.versions",
      shape: "versions",
      wrong: {
        message: "status.versions is not a list of version and replicas",
        help: "type it `{ version: string; replicas: Int32 }[]`",
      },
    },
    {
      name: "machineInfrastructure",
      rule: "machines",
      contracts: ["v1beta1"],
      path: "spec.machineTemplate.infrastructureRef",
      shape: "reference",
      wrong: {
        message: "spec.machineTemplate.infrastructureRef has no kind and name",
        help: "type it `ObjectReference`",
      },
    },
    {
      name: "machineInfrastructure",
      rule: "machines",
      contracts: ["v1beta2"],
      path: "spec.machineTemplate.spec.infrastructureRef",
      shape: "reference",
      wrong: {
        message: "spec.machineTemplate.spec.infrastructureRef has no kind and name",
        help: "type it `ContractVersionedObjectReference`",
      },
    },
    {
      name: "externallyManaged",
      rule: "external-managed",
      contracts: ["v1beta1", "v1beta2"],
      path: "status.externalManagedControlPlane",
      shape: "boolean",
      wrong: { message: "status.externalManagedControlPlane is not a boolean", help: "type it `boolean`" },
    },
    {
      name: "rolloutAfter",
      rule: "rollout-after",
      contracts: ["v1beta2"],
      path: "spec.rollout.after",
      shape: "string",
      wrong: { message: "spec.rollout.after is not a time", help: "type it `Time`" },
    },
    "conditions",
    "failures",
  ],
  bounds: [
    "initialization",
    "endpoint",
    "conditions",
    {
      rule: "version",
      contracts: ["v1beta2"],
      path: "status.versions",
      demand: { listMapKey: "version" },
      message: "status.versions is not keyed by version",
      help: "add `@listType map` and `@listMapKey version` to it",
    },
    {
      rule: "version",
      contracts: ["v1beta2"],
      path: "status.versions",
      demand: { keyword: "maxItems", atMost: 100 },
      message: "core rejects more than 100 versions",
      help: "add `@maxItems 100` to status.versions",
    },
  ],
} as const;

/** What the rules of a ControlPlane demand, and why. */
export const controlPlaneRules: Explained<typeof controlPlane> = {
  ...commonRules,
  ...readKindRules,
  ...templateRules,
  "kind-convention": kindConvention("ControlPlane"),
  "control-plane-endpoint": endpointRule,
  "initialization-completed": {
    severity: "error",
    message: "the status has no boolean that reports when the API server accepts requests",
    help: "add `initialization?: { controlPlaneInitialized?: boolean }` to the status, or `initialized?: boolean` for contract v1beta1",
    explain:
      "Core waits for status.initialization.controlPlaneInitialized under contract v1beta2, for status.initialized under v1beta1. It becomes true with the first instance that accepts requests, and core keeps it.",
  },
  replicas: {
    severity: "error",
    message: "a number of replicas is not a number, or the selector is not a string",
    help: "type the numbers `Int32` and status.selector `string`",
    explain:
      "A control plane that has replicas has spec.replicas, and in the status the selector and the numbers that core copies to the Cluster: readyReplicas, availableReplicas and upToDateReplicas, or updatedReplicas and unavailableReplicas under contract v1beta1.",
  },
  version: {
    severity: "error",
    message: "a version is not a string, or status.versions not a list of version and replicas",
    help: "type spec.version and status.version `string`, and status.versions `{ version: string; replicas: Int32 }[]`",
    explain:
      "Versions are semantic, with or without a v. status.versions, in order from the oldest, says how many replicas have each; status.version is its older form, the lowest of them. A ClusterClass needs them.",
  },
  machines: {
    severity: "error",
    message: "the reference to the machines' infrastructure has no kind and name",
    help: "type it `ContractVersionedObjectReference`, or `ObjectReference` for contract v1beta1",
    explain:
      "A control plane that has Machines refers to the template of their InfraMachines, which the topology controller sets: in spec.machineTemplate.spec.infrastructureRef, under contract v1beta1 in spec.machineTemplate.infrastructureRef.",
  },
  "external-managed": {
    severity: "error",
    message: "status.externalManagedControlPlane is not a boolean",
    help: "type it `boolean`",
    explain:
      "True says that a service runs the control plane, so that there are no Machines of it. Core then deletes Nodes without a control plane Machine, too.",
  },
  "rollout-after": {
    severity: "error",
    message: "spec.rollout.after is not a time",
    help: "type it `Time`",
    explain: "The topology controller sets it, and replicas that are older than this time are replaced.",
  },
};
