// What runs a cluster's API server: the kind that Cluster.spec.controlPlaneRef refers to. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import { commonRules, endpointRule, kindConvention, readKindRules, templateRules } from "./shared-rules.ts";

/** Fields and bounds of a ControlPlane. */
export const controlPlane = {
  about: "What runs a cluster's API server. There is no controller for it in the kit yet.",
  rules: "controlplane",
  definer: "defineControlPlane",
  annotation: "Resource<FooControlPlane>",
  suffix: "ControlPlane",
  isReadByContract: true,
  flag: "initialized",
  hasTemplate: true,
  fields: [
    "status",
    "controlPlaneEndpoint",
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
    "machineTemplate",
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
    "controlPlaneEndpoint",
    "conditions",
    {
      rule: "version",
      contracts: ["v1beta2"],
      path: "status.versions",
      demand: { listMapKeys: ["version"] },
      message: "status.versions is not keyed by version",
      help: "add `@listType map` and `@listMapKey version` to it",
    },
    "machineTemplate",
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
  endpoint: endpointRule,
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
    message: "a field of spec.machineTemplate does not have the type of the contract",
    help: "type the reference `ContractVersionedObjectReference` (`ObjectReference` under contract v1beta1), the metadata `TemplateObjectMeta`, and the timeouts `Int32` (`string` under v1beta1)",
    explain:
      "A control plane that has Machines refers to the template of their InfraMachines, which the topology controller sets: in spec.machineTemplate.spec.infrastructureRef, under contract v1beta1 in spec.machineTemplate.infrastructureRef. It sets the metadata and the timeouts of the machines too, and a change of these is copied to the Machines in place.",
  },
  "readiness-gates": {
    severity: "error",
    message: "the readiness gates of the machines are not a list of conditionType",
    help: "type them `MachineReadinessGate[]`",
    explain:
      "A control plane that has Machines copies the conditions that must be True before a Machine counts as ready to its Machines: from spec.machineTemplate.spec.readinessGates, under contract v1beta1 from spec.machineTemplate.readinessGates. The topology controller sets them.",
  },
  taints: {
    severity: "error",
    message: "the taints of the machines are not a list of key and effect",
    help: "type them `MachineTaint[]`",
    explain:
      "A control plane that has Machines copies taints to its Machines, and core keeps them on the Nodes: from spec.machineTemplate.spec.taints, under contract v1beta1 from spec.machineTemplate.taints. The topology controller sets them.",
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
