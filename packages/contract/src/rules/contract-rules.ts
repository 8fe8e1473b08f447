// The catalogue of rules: what each id means and what fails without it. Compile errors, generator diagnostics and
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
  message: "the object reports when its infrastructure is provisioned",
  explain:
    "Core waits for one boolean: status.initialization.provisioned under contract v1beta2, status.ready under v1beta1. The CRD's label alone decides which of the two it reads, so an object that sets the other one never counts as provisioned. Core keeps the value once it is true; report later problems in conditions.",
};

const conditions: DiagnosticRule = {
  severity: "error",
  message: "conditions have the shape that the contract reads",
  explain:
    "Core mirrors the Ready condition into the Cluster or Machine. Contract v1beta2 expects Kubernetes' own conditions (a list keyed by type), v1beta1 Cluster API's older ones, which have a severity. Core's reconcile fails when a field of a condition is not a string.",
};

const terminal: DiagnosticRule = {
  severity: "error",
  message: "failureReason and failureMessage are strings",
  explain:
    "Under contract v1beta1 an object reports with a short reason and a message that it cannot recover. Core up to 1.10 keeps both for the lifetime of the object. Under contract v1beta2 the fields have no meaning; report problems in conditions.",
};

const specAndStatus: DiagnosticRule = {
  severity: "error",
  message: "the object has a spec and a status",
  explain: "A contract kind has both fields, and its status is a subresource: a write to one never changes the other.",
};

const scope: DiagnosticRule = {
  severity: "error",
  message: "contract kinds are namespaced",
  explain: "Core looks for the object in the namespace of the Cluster or Machine that refers to it.",
};

const label: DiagnosticRule = {
  severity: "error",
  message: "the kind names the contract it follows",
  explain:
    "Core finds a kind's contract and API version by the CRD label cluster.x-k8s.io/<contract>, which is generated from `contracts`. Without it core cannot read the object at all.",
};

const template: DiagnosticRule = {
  severity: "warning",
  message: "a template has the metadata and spec of the objects created from it",
  explain:
    "Core copies spec.template into the new object. The API server prunes labels and annotations unless the schema declares spec.template.metadata.labels and .annotations as maps of strings.",
};

/** Every rule by id. */
export const contractRules: Readonly<Record<ContractRuleId, DiagnosticRule>> = {
  "crd/annotation": {
    severity: "error",
    message: "the constant of a definition has a type annotation",
    explain:
      "The compiler infers the object's type from the annotation, as in `export const Foo: Resource<Foo> = defineResource({...})`, and checks every option against it. The generator reads the same annotation.",
  },
  "template/kind": {
    severity: "error",
    message: "a template is annotated as the template of its kind",
    explain:
      "The kind of a template is the kind of its objects followed by Template, in the same apiVersion: core derives one from the other.",
  },
  "template/omit": {
    severity: "error",
    message: "`omit` and the annotation name the same fields",
    explain:
      "The type and the CRD of a template have to agree: the API server silently prunes a field that only the type has.",
  },
  "hook/annotation": {
    severity: "error",
    message: "the constant of a hook is annotated with the types of its request and response",
    explain: "The compiler and the generators read the types of a hook's call from `Hook<Request, Response>`.",
  },
  "hook/response-status": {
    severity: "error",
    message: "every response has a status",
    explain: "Callers treat a response whose status is not Success or Failure as an error of the extension.",
  },
  "hook/blocking-response": {
    severity: "error",
    message: "a blocking hook's response has retryAfterSeconds",
    explain: "A positive number makes the caller wait and call again after that time; zero lets it continue.",
  },
  "infracluster/kind-convention": {
    severity: "error",
    message: "the kind of an InfraCluster ends in Cluster",
    explain: "The convention is <environment>Cluster. People and tools find related kinds by it.",
  },
  "infracluster/scope": scope,
  "infracluster/contract-label": label,
  "infracluster/spec-and-status": specAndStatus,
  "infracluster/initialization-completed": initialization,
  "infracluster/control-plane-endpoint": {
    severity: "error",
    message: "an InfraCluster has a field for the control plane's endpoint",
    explain:
      "Once the infrastructure is provisioned core copies spec.controlPlaneEndpoint to the Cluster. The field is optional because the object exists before its load balancer does. A provider that does not set the endpoint declares `providesEndpoint: false`.",
  },
  "infracluster/failure-domains": {
    severity: "error",
    message: "failure domains have the form that the contract reads",
    explain:
      "Contract v1beta1 reads a map from name to domain, v1beta2 a list keyed by name. Both are at status.failureDomains, so a kind that reports failure domains under both contracts needs two API versions and a conversion.",
  },
  "infracluster/conditions": conditions,
  "infracluster/terminal-failures": terminal,
  "infracluster/template": template,
  "infracluster/template-reuse": {
    severity: "info",
    message: "a template omits the fields that belong to one cluster",
    explain: "All clusters created from a template share its values. An endpoint, for example, belongs to one cluster.",
  },
  "inframachine/kind-convention": {
    severity: "error",
    message: "the kind of an InfraMachine ends in Machine",
    explain: "The convention is <environment>Machine. People and tools find related kinds by it.",
  },
  "inframachine/scope": scope,
  "inframachine/contract-label": label,
  "inframachine/spec-and-status": specAndStatus,
  "inframachine/initialization-completed": initialization,
  "inframachine/provider-id": {
    severity: "error",
    message: "an InfraMachine has a field for the ID of its machine",
    explain:
      "Core finds the Node of a Machine by spec.providerID, which must equal the Node's own. It is set before or together with the provisioned flag, is unique in the cluster and never changes.",
  },
  "inframachine/addresses": {
    severity: "error",
    message: "addresses are a list of type and address",
    explain:
      "Core copies status.addresses to the Machine. A wrong type, or more than 256 entries, makes the API server reject core's patch.",
  },
  "inframachine/failure-domain": {
    severity: "error",
    message: "an InfraMachine reports its failure domain at the path of the contract",
    explain:
      "Contract v1beta2 reads status.failureDomain. A spec.failureDomain is copied to the Machine under both contracts, even when empty, so a field of that name must mean a failure domain.",
  },
  "inframachine/interruptible": {
    severity: "error",
    message: "status.interruptible is a boolean",
    explain: "True puts the label cluster.x-k8s.io/interruptible on the Node. Core reads it under both contracts.",
  },
  "inframachine/conditions": conditions,
  "inframachine/terminal-failures": terminal,
  "inframachine/template": template,
};
