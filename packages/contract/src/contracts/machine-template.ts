// What a ControlPlane says of its machines: spec.machineTemplate, which the topology controller writes. `as const`: tsc prints these strings.

/** The fields of spec.machineTemplate. */
export const machineTemplateFields = [
  {
    name: "machineInfrastructure",
    rule: "machines",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.infrastructureRef",
    writer: "core",
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
    writer: "core",
    shape: "reference",
    wrong: {
      message: "spec.machineTemplate.spec.infrastructureRef has no kind and name",
      help: "type it `ContractVersionedObjectReference`",
    },
  },
  {
    name: "machineMetadata",
    rule: "machines",
    contracts: ["v1beta1", "v1beta2"],
    path: "spec.machineTemplate.metadata",
    writer: "core",
    shape: "metadata",
    wrong: {
      message: "spec.machineTemplate.metadata has no labels and annotations of strings",
      help: "type it `TemplateObjectMeta`",
    },
  },
  {
    name: "nodeDrainTimeout",
    rule: "machines",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.nodeDrainTimeout",
    writer: "core",
    shape: "string",
    wrong: {
      message: "spec.machineTemplate.nodeDrainTimeout is not a string",
      help: "type it `string`",
    },
  },
  {
    name: "nodeDrainTimeout",
    rule: "machines",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds",
    writer: "core",
    shape: "number",
    wrong: {
      message: "spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds is not a number",
      help: "type it `Int32`",
    },
  },
  {
    name: "nodeVolumeDetachTimeout",
    rule: "machines",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.nodeVolumeDetachTimeout",
    writer: "core",
    shape: "string",
    wrong: {
      message: "spec.machineTemplate.nodeVolumeDetachTimeout is not a string",
      help: "type it `string`",
    },
  },
  {
    name: "nodeVolumeDetachTimeout",
    rule: "machines",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds",
    writer: "core",
    shape: "number",
    wrong: {
      message: "spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds is not a number",
      help: "type it `Int32`",
    },
  },
  {
    name: "nodeDeletionTimeout",
    rule: "machines",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.nodeDeletionTimeout",
    writer: "core",
    shape: "string",
    wrong: {
      message: "spec.machineTemplate.nodeDeletionTimeout is not a string",
      help: "type it `string`",
    },
  },
  {
    name: "nodeDeletionTimeout",
    rule: "machines",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds",
    writer: "core",
    shape: "number",
    wrong: {
      message: "spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds is not a number",
      help: "type it `Int32`",
    },
  },
  {
    name: "readinessGates",
    rule: "readiness-gates",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.readinessGates",
    writer: "core",
    shape: "readinessGates",
    wrong: {
      message: "spec.machineTemplate.readinessGates is not a list of conditionType",
      help: "type it `MachineReadinessGate[]`",
    },
  },
  {
    name: "readinessGates",
    rule: "readiness-gates",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.readinessGates",
    writer: "core",
    shape: "readinessGates",
    wrong: {
      message: "spec.machineTemplate.spec.readinessGates is not a list of conditionType",
      help: "type it `MachineReadinessGate[]`",
    },
  },
  {
    name: "taints",
    rule: "taints",
    contracts: ["v1beta1"],
    path: "spec.machineTemplate.taints",
    writer: "core",
    shape: "taints",
    wrong: {
      message: "spec.machineTemplate.taints is not a list of key and effect",
      help: "type it `MachineTaint[]`",
    },
  },
  {
    name: "taints",
    rule: "taints",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.taints",
    writer: "core",
    shape: "taints",
    wrong: {
      message: "spec.machineTemplate.spec.taints is not a list of key and effect",
      help: "type it `MachineTaint[]`",
    },
  },
] as const;

/** The bounds of spec.machineTemplate. */
export const machineTemplateBounds = [
  {
    rule: "readiness-gates",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.readinessGates",
    demand: { listMapKeys: ["conditionType"] },
    message: "spec.machineTemplate.spec.readinessGates is not keyed by conditionType",
    help: "add `@listType map` and `@listMapKey conditionType` to it",
  },
  {
    rule: "readiness-gates",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.readinessGates",
    demand: { keyword: "maxItems", atMost: 32 },
    message: "core rejects more than 32 readiness gates of a Machine",
    help: "add `@maxItems 32` to spec.machineTemplate.spec.readinessGates",
  },
  {
    rule: "taints",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.taints",
    demand: { listMapKeys: ["key", "effect"] },
    message: "spec.machineTemplate.spec.taints is not keyed by key and effect",
    help: "add `@listType map`, `@listMapKey key` and `@listMapKey effect` to it",
  },
  {
    rule: "taints",
    contracts: ["v1beta2"],
    path: "spec.machineTemplate.spec.taints",
    demand: { keyword: "maxItems", atMost: 64 },
    message: "core rejects more than 64 taints of a Machine",
    help: "add `@maxItems 64` to spec.machineTemplate.spec.taints",
  },
] as const;
