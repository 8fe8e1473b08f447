// What rules that several kinds have demand, and why.
import type { DiagnosticRule } from "@capstan/kube";

/** Rules by their ids, without the name of a kind. */
type Rules<Id extends string> = Readonly<Record<Id, DiagnosticRule>>;

/** The rules that a record of every kind has. */
export const commonRules: Rules<"spec-and-status" | "conditions" | "terminal-failures"> = {
  "spec-and-status": {
    severity: "error",
    message: "the object has no status, or one that is required",
    help: "add `status?: FooStatus` to the type Foo of the object, where FooStatus is an interface",
    explain:
      "An object has a spec and a status, and its status is a subresource: a write to one never changes the other. It is created without a status, so a required one would make every creation fail.",
  },
  conditions: {
    severity: "error",
    message: "the conditions do not have the shape that the contract reads",
    help: "type status.conditions `Condition[]`, or `SeverityCondition[]` for contract v1beta1",
    explain:
      "Core mirrors the Ready condition, or Available of a control plane, into its own objects. Contract v1beta2 expects Kubernetes' own conditions (a list keyed by type), v1beta1 Cluster API's older ones, which have a severity. Core's reconcile fails when a field of a condition is not a string.",
  },
  "terminal-failures": {
    severity: "error",
    message: "failureReason or failureMessage is not a string",
    help: "type it `string`",
    explain:
      "Under contract v1beta1 an object reports with a short reason and a message that it cannot recover. Core up to 1.10 keeps both for the lifetime of the object. Under contract v1beta2 the fields have no meaning, but core still reads them, and fails for another type; report problems in conditions.",
  },
};

/** The rules of kinds that core finds by the label of their CRD. */
export const readKindRules: Rules<"scope" | "contract-label"> = {
  scope: {
    severity: "error",
    message: "the kind is not namespaced",
    help: "leave `scope` out",
    explain:
      "Core looks for an object of the kind in the namespace of the Cluster, Machine or MachinePool that refers to it.",
  },
  "contract-label": {
    severity: "error",
    message: "the kind names no contract, or one that does not exist",
    help: "name one or more of v1beta1, v1beta2 in `contracts`",
    explain:
      "Core finds a kind's contract and API version by the CRD label cluster.x-k8s.io/<contract>, which is generated from `contracts`. Without it core cannot read the object at all.",
  },
};

function templateRules(demand: string): Rules<"template"> {
  return {
    template: {
      severity: "warning",
      message: "the kind has no template, or the API server prunes the labels or annotations of the template",
      help: "define the template with `defineTemplate`, and type its metadata `TemplateObjectMeta`",
      explain: `${demand} Core copies spec.template into the new object. The API server prunes labels and annotations unless the schema declares spec.template.metadata.labels and .annotations as maps of strings.`,
    },
  };
}

/** The rule of a template that the contract demands. */
export const requiredTemplate: Rules<"template"> = templateRules(
  "The kind has a template, whose name is that of the kind followed by Template: MachineDeployments create its objects from templates alone.",
);

/** The rule of a template that the contract advises. */
export const recommendedTemplate: Rules<"template"> = templateRules(
  "The kind has a template, whose name is that of the kind followed by Template, if a ClusterClass is to use it.",
);

/** Why the control plane's endpoint is optional. */
export const endpointRule: DiagnosticRule = {
  severity: "error",
  message: "the spec has no controlPlaneEndpoint, or one without host and port",
  help: "add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`",
  explain:
    "Core copies spec.controlPlaneEndpoint to the Cluster when the object is ready. The field is optional because the object exists before its load balancer does. A provider that does not set the endpoint declares `providesEndpoint: false`.",
};

/** Why core waits for a boolean. */
export const provisionedRule: DiagnosticRule = {
  severity: "error",
  message: "the status has no boolean that reports when the infrastructure is provisioned",
  help: "add `initialization?: { provisioned?: boolean }` to the status, or `ready?: boolean` for contract v1beta1",
  explain:
    "Core waits for one boolean: status.initialization.provisioned under contract v1beta2, status.ready under v1beta1. The CRD's label alone decides which of the two it reads, so an object that sets the other one never counts as provisioned. Core keeps the value once it is true; report later problems in conditions.",
};

/** The convention for the names of a kind. */
export function kindConvention(suffix: string): DiagnosticRule {
  return {
    severity: "error",
    message: `the name of the kind does not end in ${suffix}`,
    help: `name it for example Foo${suffix}`,
    explain: `The convention is <environment>${suffix}. People and tools find related kinds by it.`,
  };
}
