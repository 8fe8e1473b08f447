// Every error that this package throws, as a table: `capstan explain` prints the pages, the modules here throw by code.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type ContractErrorCode =
  | "contract/not-defined"
  | "contract/no-contract-kind"
  | "contract/no-template"
  | "contract/wrong-type"
  | "contract/no-such-field"
  | "contract/no-contract-label"
  | "contract/not-a-template"
  | "conversion/unknown-version"
  | "conversion/data-too-large"
  | "conversion/data-unreadable";

/** This package's errors. */
export const contractErrors: Readonly<Record<ContractErrorCode, DiagnosticRule>> = {
  "contract/not-defined": {
    severity: "error",
    message: "{kind} of {apiVersion} was not made by a define function",
    hint: "define the kind with defineResource, defineInfraCluster or defineInfraMachine",
    explain:
      "The kits read a kind's contracts, columns and scope from its definition. A resource made in another way, or copied with a spread, does not carry one.",
  },
  "contract/no-contract-kind": {
    severity: "error",
    message: "{kind} of {apiVersion} follows no contract",
    hint: "define the kind with defineInfraCluster or defineInfraMachine and name its contracts",
    explain:
      "Contract fields such as the provisioned flag stand at paths that depend on the contract, so a kind without one has none of them.",
  },
  "contract/no-template": {
    severity: "error",
    message: "{kind} of {apiVersion} is not a kind that templates are made of",
    hint: "pass a kind defined by defineInfraCluster or defineInfraMachine",
    explain: "Cluster API clones templates into the objects it refers to, and those are of contract kinds alone.",
  },
  "contract/wrong-type": {
    severity: "error",
    message: "{path} is not {wanted}",
    hint: "correct the object, or the schema that admitted it",
    explain:
      "Core reads contract fields by path and fails the whole pass when a value has another type than the contract says; so does this library.",
  },
  "contract/no-such-field": {
    severity: "error",
    message: "contract {contract} has no {field} of {kind}",
    hint: "report through conditions, or follow a contract that has the field",
    explain:
      "Fields come and go between contracts. failureReason and failureMessage, for example, have a meaning in contract v1beta1 alone: v1beta2 reports problems through conditions.",
  },
  "contract/no-contract-label": {
    severity: "error",
    message: 'CRD "{name}" has none of the labels {labels}',
    hint: "name the kind's contracts in its definition and generate the CRD again",
    explain:
      "Core learns from the CRD's label cluster.x-k8s.io/<contract> which API version follows which contract. Without the label it cannot read the object at all.",
  },
  "contract/not-a-template": {
    severity: "error",
    message: "{kind} {name} is not a template: {why}",
    hint: "name a kind that ends in Template and has spec.template",
    explain:
      "The kind of the new object is the template's kind without the ending Template, so another name would make an object of the wrong kind.",
  },
  "conversion/unknown-version": {
    severity: "error",
    message: "{kind} has no version {apiVersion}; its versions are {known}",
    hint: "declare a conversion between that version and the hub and generate again",
    explain:
      "The API server asks for a conversion between the versions that a CRD serves. Each of them needs a declared conversion to or from the kind's hub.",
  },
  "conversion/data-too-large": {
    severity: "warning",
    message: "what the version cannot hold takes the annotations to {size} bytes; the API server allows {limit}",
    hint: "write the object in the hub's version",
    explain:
      "What an older version cannot hold travels in the annotation cluster.x-k8s.io/conversion-data. Beyond the API server's limit it is left out: an object that is then written in the older version loses those fields.",
  },
  "conversion/data-unreadable": {
    severity: "warning",
    message: "the conversion-data annotation does not hold a JSON object",
    hint: "leave the annotation cluster.x-k8s.io/conversion-data alone",
    explain:
      "The annotation is written by conversions and read by them. Text that is not theirs is ignored and removed, with the fields it may have held.",
  },
};
