// Fields and bounds that several kinds have. `as const`: tsc prints these strings.
import { machineTemplateBounds, machineTemplateFields } from "./machine-template.ts";

const endpoint = {
  name: "endpoint",
  contracts: ["v1beta1", "v1beta2"],
  path: "spec.controlPlaneEndpoint",
  writer: "provider",
  into: "spec.controlPlaneEndpoint",
  shape: "endpoint",
  missing: {
    message: "the spec has no controlPlaneEndpoint",
    help: "add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`",
  },
  wrong: { message: "spec.controlPlaneEndpoint has no host and port", help: "type it `APIEndpoint`" },
  required: {
    message: "spec.controlPlaneEndpoint is required, but the object is created before its endpoint is known",
    help: "make it optional",
  },
} as const;

const hostBound = {
  contracts: ["v1beta2"],
  path: "spec.controlPlaneEndpoint.host",
  demand: { keyword: "maxLength", atMost: 512 },
  message: "core rejects a spec.controlPlaneEndpoint.host longer than 512 characters",
  help: "add `@maxLength 512` to it or type the endpoint `APIEndpoint`",
} as const;

const portBound = {
  contracts: ["v1beta2"],
  path: "spec.controlPlaneEndpoint.port",
  demand: { keyword: "maximum", atMost: 65_535 },
  message: "core rejects a spec.controlPlaneEndpoint.port above 65535",
  help: "add `@maximum 65535` to it or type the endpoint `APIEndpoint`",
} as const;

const otherFields = {
  status: [
    {
      name: "status",
      rule: "spec-and-status",
      contracts: ["v1beta1", "v1beta2"],
      path: "status",
      writer: "provider",
      readBy: "core",
      shape: "object",
      missing: { message: "the object has no status", help: "add `status?: FooStatus` to the object" },
      wrong: { message: "status is not an object", help: "type it as an interface" },
      required: {
        message: "status is required, but an object is created without one",
        help: "make it optional",
      },
    },
  ],
  provisioned: [
    {
      name: "provisioned",
      rule: "initialization-completed",
      contracts: ["v1beta1"],
      path: "status.ready",
      writer: "provider",
      into: "status.initialization.infrastructureProvisioned",
      shape: "boolean",
      missing: {
        message: "the status has no field `ready`, which contract v1beta1 reads",
        help: "add `ready?: boolean` to the status",
      },
      wrong: { message: "status.ready is not a boolean", help: "type it `boolean`" },
    },
    {
      name: "provisioned",
      rule: "initialization-completed",
      contracts: ["v1beta2"],
      path: "status.initialization.provisioned",
      writer: "provider",
      // Of a pool it is read by no core yet.
      into: {
        Cluster: "status.initialization.infrastructureProvisioned",
        Machine: "status.initialization.infrastructureProvisioned",
      },
      shape: "boolean",
      missing: {
        message: "the status has no field `initialization.provisioned`, which contract v1beta2 reads",
        help: "add `initialization?: { provisioned?: boolean }` to the status",
      },
      wrong: {
        message: "status.initialization.provisioned is not a boolean",
        help: "type it `boolean`",
      },
    },
  ],
  // Core makes no new conditions of a MachinePool.
  conditions: [
    {
      name: "conditions",
      rule: "conditions",
      contracts: ["v1beta1"],
      path: "status.conditions",
      writer: "provider",
      into: {
        Cluster: "status.conditions",
        Machine: "status.conditions",
        MachinePool: "status.deprecated.v1beta1.conditions",
      },
      shape: "severityConditions",
      wrong: {
        message: "status.conditions is not a list of conditions with a severity, which contract v1beta1 reads",
        help: "type it `SeverityCondition[]`",
      },
    },
    {
      name: "conditions",
      rule: "conditions",
      contracts: ["v1beta2"],
      path: "status.conditions",
      writer: "provider",
      into: {
        Cluster: "status.conditions",
        Machine: "status.conditions",
        MachinePool: "status.deprecated.v1beta1.conditions",
      },
      shape: "conditions",
      wrong: { message: "status.conditions is not a list of conditions", help: "type it `Condition[]`" },
    },
    {
      name: "newerConditions",
      rule: "conditions",
      contracts: ["v1beta1"],
      path: "status.v1beta2.conditions",
      writer: "provider",
      into: {
        Cluster: "status.conditions",
        Machine: "status.conditions",
        MachinePool: "status.deprecated.v1beta1.conditions",
      },
      shape: "conditions",
      wrong: { message: "status.v1beta2.conditions is not a list of conditions", help: "type it `Condition[]`" },
    },
  ],
  // Core reads both under every contract, and fails for other types; only v1beta1 gives them a meaning. Those of objects of a MachinePool end its manager.
  failures: [
    {
      name: "failureReason",
      rule: "terminal-failures",
      contracts: ["v1beta1"],
      path: "status.failureReason",
      writer: "provider",
      into: { Cluster: "status.deprecated.v1beta1.failureReason", Machine: "status.deprecated.v1beta1.failureReason" },
      shape: "string",
      wrong: { message: "status.failureReason is not a string", help: "type it `string`" },
    },
    {
      name: "failureMessage",
      rule: "terminal-failures",
      contracts: ["v1beta1"],
      path: "status.failureMessage",
      writer: "provider",
      into: {
        Cluster: "status.deprecated.v1beta1.failureMessage",
        Machine: "status.deprecated.v1beta1.failureMessage",
      },
      shape: "string",
      wrong: { message: "status.failureMessage is not a string", help: "type it `string`" },
    },
    {
      name: "shownFailureReason",
      rule: "terminal-failures",
      contracts: ["v1beta2"],
      path: "status.failureReason",
      writer: "provider",
      into: { Cluster: "status.deprecated.v1beta1.failureReason", Machine: "status.deprecated.v1beta1.failureReason" },
      shape: "string",
      wrong: { message: "status.failureReason is not a string", help: "type it `string`" },
    },
    {
      name: "shownFailureMessage",
      rule: "terminal-failures",
      contracts: ["v1beta2"],
      path: "status.failureMessage",
      writer: "provider",
      into: {
        Cluster: "status.deprecated.v1beta1.failureMessage",
        Machine: "status.deprecated.v1beta1.failureMessage",
      },
      shape: "string",
      wrong: { message: "status.failureMessage is not a string", help: "type it `string`" },
    },
  ],
} as const;

/** What the shared conditions of a version must be that follows contract v1beta2 alone. One that follows both has the older ones. */
export const plainConditions = {
  name: "conditions",
  rule: "conditions",
  contracts: ["v1beta2"],
  path: "status.conditions",
  writer: "provider",
  readBy: "core",
  shape: "plainConditions",
  wrong: {
    message: "status.conditions has a severity, which only contract v1beta1 has",
    help: "type it `Condition[]`",
  },
} as const;

const otherBounds = {
  initialization: [
    {
      rule: "initialization-completed",
      contracts: ["v1beta2"],
      path: "status.initialization",
      demand: { keyword: "minProperties", atLeast: 1 },
      message: "status.initialization may be an empty object",
      help: "add `@minProperties 1` to it",
    },
  ],
  providerID: [
    {
      rule: "provider-id",
      contracts: ["v1beta2"],
      path: "spec.providerID",
      demand: { keyword: "maxLength", atMost: 512 },
      message: "core rejects a spec.providerID longer than 512 characters",
      help: "add `@maxLength 512` to it",
    },
  ],
  conditions: [
    {
      rule: "conditions",
      contracts: ["v1beta2"],
      path: "status.conditions",
      demand: { listMapKeys: ["type"] },
      message: "status.conditions is not keyed by type",
      help: "add `@listType map` and `@listMapKey type` to it",
    },
  ],
} as const;

/** The same object with the id of a rule. */
type Ruled<T, Rule> = T & { readonly rule: Rule };

/** The fields of the endpoint, whose rule has another name in the contract of either kind, and those of a control plane's machines. */
interface NamedFields {
  readonly clusterEndpoint: readonly [Ruled<typeof endpoint, "control-plane-endpoint">];
  readonly controlPlaneEndpoint: readonly [Ruled<typeof endpoint, "endpoint">];
  readonly machineTemplate: typeof machineTemplateFields;
}

/** The bounds of the same. */
interface NamedBounds {
  readonly clusterEndpoint: readonly [
    Ruled<typeof hostBound, "control-plane-endpoint">,
    Ruled<typeof portBound, "control-plane-endpoint">,
  ];
  readonly controlPlaneEndpoint: readonly [Ruled<typeof hostBound, "endpoint">, Ruled<typeof portBound, "endpoint">];
  readonly machineTemplate: typeof machineTemplateBounds;
}

/** Fields by the name that records use. */
export const sharedFields: typeof otherFields & NamedFields = {
  ...otherFields,
  clusterEndpoint: [{ ...endpoint, rule: "control-plane-endpoint" }],
  controlPlaneEndpoint: [{ ...endpoint, rule: "endpoint" }],
  machineTemplate: machineTemplateFields,
};

/** Bounds by the name that records use. */
export const sharedBounds: typeof otherBounds & NamedBounds = {
  ...otherBounds,
  clusterEndpoint: [
    { ...hostBound, rule: "control-plane-endpoint" },
    { ...portBound, rule: "control-plane-endpoint" },
  ],
  controlPlaneEndpoint: [
    { ...hostBound, rule: "endpoint" },
    { ...portBound, rule: "endpoint" },
  ],
  machineTemplate: machineTemplateBounds,
};
