// The infrastructure of a Cluster: the kind that Cluster.spec.infrastructureRef refers to. `as const`: tsc prints these strings.
import type { Explained } from "./kind-contract.ts";
import {
  commonRules,
  endpointRule,
  kindConvention,
  provisionedRule,
  readKindRules,
  recommendedTemplate,
} from "./shared-rules.ts";

/** Fields and bounds of an InfraCluster. */
export const infraCluster = {
  about: "The infrastructure of a Cluster: networks, and where the API server is reached.",
  rules: "infracluster",
  definer: "defineInfraCluster",
  annotation: "Resource<FooCluster>",
  suffix: "Cluster",
  isReadByContract: true,
  flag: "provisioned",
  template: "recommended",
  workflow: {
    kit: "infraCluster",
    references: [
      {
        kind: "Cluster",
        path: "spec.infrastructureRef",
        condition: "Ready",
        mirroredAs: "InfrastructureReady",
        deprecatedAs: "InfrastructureReady",
      },
    ],
    gates: ["control-plane-endpoint"],
    watches: [],
    parts: { owner: ["pause", "deletion", "spec.controlPlaneEndpoint", "status.initialization"] },
    results: ["provisioned"],
    conditions: ["Ready", "Paused"],
    grants: { objects: ["get", "list", "patch", "watch"], secrets: ["get"], creates: [] },
    mayBeExternal: true,
    isPausedByAnnotation: false,
  },
  fields: [
    "status",
    "provisioned",
    "clusterEndpoint",
    {
      name: "failureDomains",
      rule: "failure-domains",
      contracts: ["v1beta1"],
      path: "status.failureDomains",
      writer: "provider",
      into: "status.failureDomains",
      shape: "failureDomainMap",
      wrong: {
        message:
          "status.failureDomains is not a map of controlPlane and string attributes; the list form is contract v1beta2",
        help: "type it `Record<string, FailureDomainSpec>`; two contracts need two API versions",
      },
    },
    {
      name: "failureDomains",
      rule: "failure-domains",
      contracts: ["v1beta2"],
      path: "status.failureDomains",
      writer: "provider",
      into: "status.failureDomains",
      shape: "failureDomainList",
      wrong: {
        message:
          "status.failureDomains is not a list of name, controlPlane and string attributes; the map form is contract v1beta1",
        help: "type it `FailureDomain[]`; two contracts need two API versions",
      },
    },
    "conditions",
    "failures",
  ],
  bounds: [
    "initialization",
    "clusterEndpoint",
    {
      rule: "failure-domains",
      contracts: ["v1beta2"],
      path: "status.failureDomains",
      demand: { listMapKeys: ["name"] },
      message: "status.failureDomains is not keyed by name",
      help: "add `@listType map` and `@listMapKey name` to it",
    },
    {
      rule: "failure-domains",
      contracts: ["v1beta2"],
      path: "status.failureDomains",
      demand: { keyword: "maxItems", atMost: 100 },
      message: "core rejects more than 100 failure domains",
      help: "add `@maxItems 100` to status.failureDomains",
    },
    "conditions",
    {
      rule: "template-reuse",
      contracts: ["v1beta1", "v1beta2"],
      ofTemplate: true,
      path: "spec.template.spec.controlPlaneEndpoint",
      demand: { absent: true },
      message: "the template has a controlPlaneEndpoint, but an endpoint belongs to one cluster",
      help: 'set `omit: ["controlPlaneEndpoint"]`',
    },
  ],
} as const;

/** What the rules of an InfraCluster demand, and why. */
export const infraClusterRules: Explained<typeof infraCluster> = {
  ...commonRules,
  ...readKindRules,
  ...recommendedTemplate,
  "kind-convention": kindConvention("Cluster"),
  "initialization-completed": provisionedRule,
  "control-plane-endpoint": endpointRule,
  "failure-domains": {
    severity: "error",
    message: "status.failureDomains does not have the form that the contract reads",
    help: "type it `FailureDomain[]`, or `Record<string, FailureDomainSpec>` for contract v1beta1",
    explain:
      "Contract v1beta1 reads a map from name to domain, v1beta2 a list keyed by name. Both are at status.failureDomains, so a kind that reports failure domains under both contracts needs two API versions and a conversion.",
  },
  "template-reuse": {
    severity: "info",
    message: "the template has a field that belongs to one cluster",
    help: "name the field in `omit` of defineTemplate and in the annotation",
    explain: "All clusters created from a template share its values. An endpoint, for example, belongs to one cluster.",
  },
};
