// What each contract reads on an InfraCluster, field by field: the single source of defineInfraCluster's compile errors,
// of checkContract's diagnostics and of the readers and writers. `as const`: tsc prints these strings.

/** The fields of an InfraCluster, in the order they are checked. */
export const infraClusterFields = [
  {
    name: "status",
    rule: "infracluster/spec-and-status",
    contracts: ["v1beta1", "v1beta2"],
    path: "status",
    shape: "object",
    missing: { message: "the object has no status", help: "add `status?: FooClusterStatus` to the object" },
    wrong: { message: "status is not an object", help: "type it as an interface" },
  },
  {
    name: "provisioned",
    rule: "infracluster/initialization-completed",
    contracts: ["v1beta1"],
    path: "status.ready",
    shape: "boolean",
    missing: {
      message: "the status has no field `ready`, which contract v1beta1 reads",
      help: "add `ready?: boolean` to the status",
    },
    wrong: { message: "status.ready is not a boolean", help: "type it `boolean`" },
  },
  {
    name: "provisioned",
    rule: "infracluster/initialization-completed",
    contracts: ["v1beta2"],
    path: "status.initialization.provisioned",
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
  {
    name: "endpoint",
    rule: "infracluster/control-plane-endpoint",
    contracts: ["v1beta1", "v1beta2"],
    path: "spec.controlPlaneEndpoint",
    shape: "endpoint",
    missing: {
      message: "the spec has no controlPlaneEndpoint",
      help: "add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`",
    },
    wrong: {
      message: "spec.controlPlaneEndpoint has no host and port",
      help: "type it `APIEndpoint`",
    },
    required: {
      message: "spec.controlPlaneEndpoint is required, but the object is created before its endpoint is known",
      help: "make it optional",
    },
  },
  {
    name: "failureDomains",
    rule: "infracluster/failure-domains",
    contracts: ["v1beta1"],
    path: "status.failureDomains",
    shape: "failureDomainMap",
    wrong: {
      message: "status.failureDomains is not a map; the list form is contract v1beta2",
      help: "type it `Record<string, FailureDomainSpec>`",
    },
  },
  {
    name: "failureDomains",
    rule: "infracluster/failure-domains",
    contracts: ["v1beta2"],
    path: "status.failureDomains",
    shape: "failureDomainList",
    wrong: {
      message: "status.failureDomains is not a list; the map form is contract v1beta1",
      help: "type it `FailureDomain[]`",
    },
  },
  {
    name: "conditions",
    rule: "infracluster/conditions",
    contracts: ["v1beta1"],
    path: "status.conditions",
    shape: "severityConditions",
    wrong: {
      message: "status.conditions is not a list of conditions with a severity, which contract v1beta1 reads",
      help: "type it `SeverityCondition[]`",
    },
  },
  {
    name: "conditions",
    rule: "infracluster/conditions",
    contracts: ["v1beta2"],
    path: "status.conditions",
    shape: "conditions",
    wrong: { message: "status.conditions is not a list of conditions", help: "type it `Condition[]`" },
  },
  {
    name: "newerConditions",
    rule: "infracluster/conditions",
    contracts: ["v1beta1"],
    path: "status.v1beta2.conditions",
    shape: "conditions",
    wrong: { message: "status.v1beta2.conditions is not a list of conditions", help: "type it `Condition[]`" },
  },
  {
    name: "failureReason",
    rule: "infracluster/terminal-failures",
    contracts: ["v1beta1"],
    path: "status.failureReason",
    shape: "string",
    wrong: { message: "status.failureReason is not a string", help: "type it `string`" },
  },
  {
    name: "failureMessage",
    rule: "infracluster/terminal-failures",
    contracts: ["v1beta1"],
    path: "status.failureMessage",
    shape: "string",
    wrong: { message: "status.failureMessage is not a string", help: "type it `string`" },
  },
] as const;
