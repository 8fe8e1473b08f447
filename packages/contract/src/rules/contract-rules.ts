// The catalog of rules: what each id reports and what fails without it. Compile errors, generator diagnostics and
// `capstan explain` share these ids; the messages about one field are in the field tables and in bounds.ts.
import type { DiagnosticRule } from "@capstan/kube";
import type { boundRules } from "./bounds.ts";
import type { hookRules, kindRules } from "./kind-rules.ts";
import type { infraClusterFields } from "./infra-cluster-fields.ts";
import type { infraMachineFields } from "./infra-machine-fields.ts";

/** The ids of the rules about definitions and their schemas; a table that uses another id does not compile. */
export type ContractRuleId =
  | (typeof infraClusterFields)[number]["rule"]
  | (typeof infraMachineFields)[number]["rule"]
  | (typeof kindRules)[keyof typeof kindRules]["rule"]
  | (typeof hookRules)[keyof typeof hookRules]["rule"]
  | (typeof boundRules)[number]["rule"]
  | `${"infracluster" | "inframachine"}/${"contract-label" | "scope" | "template"}`;

const initialization: DiagnosticRule = {
  severity: "error",
  message: "the status has no boolean that reports when the infrastructure is provisioned",
  help: "add `initialization?: { provisioned?: boolean }` to the status, or `ready?: boolean` for contract v1beta1",
  explain:
    "Core waits for one boolean: status.initialization.provisioned under contract v1beta2, status.ready under v1beta1. The CRD's label alone decides which of the two it reads, so an object that sets the other one never counts as provisioned. Core keeps the value once it is true; report later problems in conditions.",
};

const conditions: DiagnosticRule = {
  severity: "error",
  message: "the conditions do not have the shape that the contract reads",
  help: "type status.conditions `Condition[]`, or `SeverityCondition[]` for contract v1beta1",
  explain:
    "Core mirrors the Ready condition into the Cluster or Machine. Contract v1beta2 expects Kubernetes' own conditions (a list keyed by type), v1beta1 Cluster API's older ones, which have a severity. Core's reconcile fails when a field of a condition is not a string.",
};

const terminal: DiagnosticRule = {
  severity: "error",
  message: "failureReason or failureMessage is not a string",
  help: "type it `string`",
  explain:
    "Under contract v1beta1 an object reports with a short reason and a message that it cannot recover. Core up to 1.10 keeps both for the lifetime of the object. Under contract v1beta2 the fields have no meaning; report problems in conditions.",
};

const specAndStatus: DiagnosticRule = {
  severity: "error",
  message: "the object has no status",
  help: "add `status?: FooStatus` to the type Foo of the object, where FooStatus is an interface",
  explain: "A contract kind has both fields, and its status is a subresource: a write to one never changes the other.",
};

const scope: DiagnosticRule = {
  severity: "error",
  message: "the kind is not namespaced",
  help: "leave `scope` out",
  explain:
    "Core looks for an InfraCluster in the namespace of its Cluster, and for an InfraMachine in the namespace of its Machine.",
};

const label: DiagnosticRule = {
  severity: "error",
  message: "the kind names no contract, or one that does not exist",
  help: "name one or more of v1beta1, v1beta2 in `contracts`",
  explain:
    "Core finds a kind's contract and API version by the CRD label cluster.x-k8s.io/<contract>, which is generated from `contracts`. Without it core cannot read the object at all.",
};

const template: DiagnosticRule = {
  severity: "warning",
  message: "the API server prunes the labels or annotations of the template",
  help: "type the template's metadata `TemplateObjectMeta`",
  explain:
    "Core copies spec.template into the new object. The API server prunes labels and annotations unless the schema declares spec.template.metadata.labels and .annotations as maps of strings.",
};

/** Every rule by id. */
export const contractRules: Readonly<Record<ContractRuleId, DiagnosticRule>> = {
  "crd/annotation": {
    severity: "error",
    message: "the compiler cannot see the object's type",
    help: "annotate the constant, for example `export const Foo: Resource<Foo> = define...(...)`",
    explain:
      "The compiler infers the object's type from the annotation, as in `export const Foo: Resource<Foo> = defineResource({...})`, and checks every option against it. The generator reads the same annotation.",
  },
  "template/kind": {
    severity: "error",
    message: "the annotation is not a template of this kind",
    help: "annotate with `Resource<TemplateOf<Foo>>` for the template of Foo",
    explain:
      "The kind of a template is the kind of its objects followed by Template, in the same apiVersion: core derives one from the other.",
  },
  "template/omit": {
    severity: "error",
    message: "`omit` and the annotation name different fields",
    help: "annotate with `Resource<TemplateOf<Foo, ...the fields of omit>>`",
    explain:
      "The type and the CRD of a template have to agree: the API server silently prunes a field that only the type has.",
  },
  "hook/annotation": {
    severity: "error",
    message: "the compiler cannot see the hook's types",
    help: "annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`",
    explain: "The compiler and the generators read the types of a hook's call from `Hook<Request, Response>`.",
  },
  "hook/response-status": {
    severity: "error",
    message: "the response has no status",
    help: "extend CommonResponse",
    explain: "Callers treat a response whose status is not Success or Failure as an error of the extension.",
  },
  "hook/blocking-response": {
    severity: "error",
    message: "the response of a blocking hook has no retryAfterSeconds",
    help: "extend CommonRetryResponse",
    explain: "A positive number makes the caller wait and call again after that time; zero lets it continue.",
  },
  "infracluster/kind-convention": {
    severity: "error",
    message: "the kind of the InfraCluster does not end in Cluster",
    help: "name it for example FooCluster",
    explain: "The convention is <environment>Cluster. People and tools find related kinds by it.",
  },
  "infracluster/scope": scope,
  "infracluster/contract-label": label,
  "infracluster/spec-and-status": specAndStatus,
  "infracluster/initialization-completed": initialization,
  "infracluster/control-plane-endpoint": {
    severity: "error",
    message: "the spec has no controlPlaneEndpoint, or one without host and port",
    help: "add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`",
    explain:
      "Once the infrastructure is provisioned core copies spec.controlPlaneEndpoint to the Cluster. The field is optional because the object exists before its load balancer does. A provider that does not set the endpoint declares `providesEndpoint: false`.",
  },
  "infracluster/failure-domains": {
    severity: "error",
    message: "status.failureDomains does not have the form that the contract reads",
    help: "type it `FailureDomain[]`, or `Record<string, FailureDomainSpec>` for contract v1beta1",
    explain:
      "Contract v1beta1 reads a map from name to domain, v1beta2 a list keyed by name. Both are at status.failureDomains, so a kind that reports failure domains under both contracts needs two API versions and a conversion.",
  },
  "infracluster/conditions": conditions,
  "infracluster/terminal-failures": terminal,
  "infracluster/template": template,
  "infracluster/template-reuse": {
    severity: "info",
    message: "the template has a field that belongs to one cluster",
    help: "name the field in `omit` of defineTemplate and in the annotation",
    explain: "All clusters created from a template share its values. An endpoint, for example, belongs to one cluster.",
  },
  "inframachine/kind-convention": {
    severity: "error",
    message: "the kind of the InfraMachine does not end in Machine",
    help: "name it for example FooMachine",
    explain: "The convention is <environment>Machine. People and tools find related kinds by it.",
  },
  "inframachine/scope": scope,
  "inframachine/contract-label": label,
  "inframachine/spec-and-status": specAndStatus,
  "inframachine/initialization-completed": initialization,
  "inframachine/provider-id": {
    severity: "error",
    message: "the spec has no field `providerID`, or one that is not an optional string",
    help: "add `providerID?: string` to the spec",
    explain:
      "Core finds the Node of a Machine by spec.providerID, which must equal the Node's own. It is set before or together with the provisioned flag, is unique in the cluster and never changes.",
  },
  "inframachine/addresses": {
    severity: "error",
    message: "status.addresses is not a list of type and address",
    help: "type it `MachineAddress[]`",
    explain:
      "Core copies status.addresses to the Machine. A wrong type, or more than 256 entries, makes the API server reject core's patch.",
  },
  "inframachine/failure-domain": {
    severity: "error",
    message: "the failure domain is not a string",
    help: "type status.failureDomain `string`, or spec.failureDomain for contract v1beta1",
    explain:
      "Contract v1beta2 reads status.failureDomain. A spec.failureDomain is copied to the Machine under both contracts, even when empty, so a field of that name must mean a failure domain.",
  },
  "inframachine/interruptible": {
    severity: "error",
    message: "status.interruptible is not a boolean",
    help: "type it `boolean`",
    explain: "True puts the label cluster.x-k8s.io/interruptible on the Node. Core reads it under both contracts.",
  },
  "inframachine/conditions": conditions,
  "inframachine/terminal-failures": terminal,
  "inframachine/template": template,
};
