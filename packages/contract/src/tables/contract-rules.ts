// The catalogue of rules: what each id means and what breaks without it. Compile errors, generator diagnostics and
// `capstan explain` share these ids; the texts for one broken field stand in the field tables and in bounds.ts.
import type { DiagnosticRule } from "@capstan/kube";
import type { boundRules } from "./bounds.ts";
import type { hookRules } from "./hook-rules.ts";
import type { infraClusterFields } from "./infra-cluster-fields.ts";
import type { infraMachineFields } from "./infra-machine-fields.ts";
import type { kindRules } from "./kind-rules.ts";

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
  message: "the object says when its infrastructure is there",
  explain:
    "Core waits for one boolean: status.initialization.provisioned under contract v1beta2, status.ready under v1beta1. Which of the two it reads is decided by the CRD's label alone, so an object that fills the other one is never considered provisioned. Core latches the value: it never goes back, later trouble belongs in conditions.",
};

const conditions: DiagnosticRule = {
  severity: "error",
  message: "conditions have the shape that the contract reads",
  explain:
    "Core mirrors the Ready condition into the Cluster or Machine. Contract v1beta2 expects Kubernetes' own conditions (a list keyed by type), v1beta1 Cluster API's older ones, which have a severity. A condition whose fields are no texts fails core's whole pass.",
};

const terminal: DiagnosticRule = {
  severity: "error",
  message: "failureReason and failureMessage are texts",
  explain:
    "Contract v1beta1 lets an object say that it will never recover: a short reason and a message. Core up to 1.10 latches both for ever. Contract v1beta2 gives the fields no meaning; report through conditions there.",
};

const specAndStatus: DiagnosticRule = {
  severity: "error",
  message: "the object has a spec and a status",
  explain:
    "A contract kind has both fields, and its status is a subresource, so that writing one never changes the other.",
};

const scope: DiagnosticRule = {
  severity: "error",
  message: "contract kinds live in namespaces",
  explain: "Core looks for the object in the namespace of the Cluster or Machine that refers to it.",
};

const label: DiagnosticRule = {
  severity: "error",
  message: "the kind names the contract it follows",
  explain:
    "Core finds a kind's contract and API version by the CRD label cluster.x-k8s.io/<contract>, which is made from `contracts`. Without it core cannot read the object at all.",
};

const template: DiagnosticRule = {
  severity: "warning",
  message: "a template holds the metadata and spec of the objects made from it",
  explain:
    "Core copies spec.template as the new object. Labels and annotations survive only when the schema declares spec.template.metadata.labels and .annotations as maps of texts; the API server prunes them otherwise.",
};

/** Every rule by id. */
export const contractRules: Readonly<Record<ContractRuleId, DiagnosticRule>> = {
  "crd/annotation": {
    severity: "error",
    message: "the constant of a definition is annotated with its type",
    explain:
      "The compiler infers the object's type from the annotation, as in `export const Foo: Resource<Foo> = defineResource({...})`, and checks every option against it. The generator reads the same annotation.",
  },
  "template/kind": {
    severity: "error",
    message: "a template is annotated as the template of its kind",
    explain:
      "The kind of a template is the kind it makes and the ending Template, in the same apiVersion: core derives the one from the other.",
  },
  "template/omit": {
    severity: "error",
    message: "the omitted fields are those that the annotation omits",
    explain:
      "The type and the CRD of a template have to agree: a field that the type has and the CRD does not is pruned without a word.",
  },
  "hook/annotation": {
    severity: "error",
    message: "the constant of a hook is annotated with its request and response",
    explain: "The compiler and the generators read the types of a hook's call from `Hook<Request, Response>`.",
  },
  "hook/response-status": {
    severity: "error",
    message: "every response has a status",
    explain: "Callers take a response without Success or Failure for a broken extension.",
  },
  "hook/blocking-response": {
    severity: "error",
    message: "a blocking hook's response has retryAfterSeconds",
    explain: "A positive number holds the caller up and says when to ask again; zero lets it go on.",
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
    message: "an InfraCluster can hold the control plane's endpoint",
    explain:
      "Once the infrastructure is provisioned core copies spec.controlPlaneEndpoint to the Cluster. The field is optional because the object exists before its load balancer does. A provider that leaves the endpoint to others says `providesEndpoint: false`.",
  },
  "infracluster/failure-domains": {
    severity: "error",
    message: "failure domains have the form that the contract reads",
    explain:
      "Contract v1beta1 reads a map from name to domain, v1beta2 a list keyed by name. Both stand at status.failureDomains, so a kind that reports failure domains under both contracts needs two API versions and a conversion.",
  },
  "infracluster/conditions": conditions,
  "infracluster/terminal-failures": terminal,
  "infracluster/template": template,
  "infracluster/template-reuse": {
    severity: "info",
    message: "a template leaves out the fields that belong to one cluster alone",
    explain:
      "Two clusters made from one template would share what the template holds. An endpoint, for example, belongs to one cluster.",
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
    message: "an InfraMachine says which machine it is",
    explain:
      "Core finds the Node of a Machine by spec.providerID, which must equal the Node's own. It is set no later than the provisioned flag, is unique in the cluster and never changes.",
  },
  "inframachine/addresses": {
    severity: "error",
    message: "addresses are a list of type and address",
    explain:
      "Core copies status.addresses to the Machine. A wrong type, or more than 256 entries, makes the API server refuse core's patch.",
  },
  "inframachine/failure-domain": {
    severity: "error",
    message: "an InfraMachine reports where it was placed at the contract's path",
    explain:
      "Contract v1beta2 reads status.failureDomain. A spec.failureDomain is copied to the Machine under both contracts, even when empty, so a field of that name must mean exactly that.",
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
