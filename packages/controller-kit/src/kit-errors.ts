// Every error that this package throws on purpose, as a table: `capstan explain` prints the pages, the modules here throw
// by code.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this package's errors. */
export type KitErrorCode =
  | "provider/name"
  | "provider/two-controllers"
  | "workflow/owner-missing"
  | "workflow/bootstrap-value"
  | "workflow/undeclared-condition"
  | "run/flag"
  | "run/crd-missing"
  | "run/unreachable";

/** This package's errors. */
export const kitErrors: Readonly<Record<KitErrorCode, DiagnosticRule>> = {
  "provider/name": {
    severity: "error",
    message: '"{name}" is not a provider name',
    hint: "use lower-case letters, digits and dashes",
    explain:
      "clusterctl finds a provider by its name, in labels and in folder names of its repository, so it must be a DNS label.",
  },
  "provider/two-controllers": {
    severity: "error",
    message: "provider {name} has two controllers of {kind}",
    hint: "keep one controller for each kind",
    explain: "Two controllers of one kind would both hold its finalizer and overwrite each other's conditions.",
  },
  "workflow/owner-missing": {
    severity: "error",
    message: "the owner {kind} {key} is not there",
    explain:
      "The object names an owner that cannot be read. Without it nobody can say whether the object is paused, so the pass ends and is retried; core deletes owners last, so this passes by itself.",
  },
  "workflow/bootstrap-value": {
    severity: "error",
    message: 'Secret {key} has no key "value"',
    hint: 'put the bootstrap data under the key "value"',
    explain:
      "Every bootstrap provider writes the data of a machine under that key; a Secret made by hand must do the same.",
  },
  "workflow/undeclared-condition": {
    severity: "error",
    message: "{what} is not declared by this controller",
    hint: "declare it in `conditions`, or use one of: {known}",
    explain:
      "Condition types and their reasons are part of a provider's API. The definition of the controller lists them, and nothing else can be set.",
  },
  "run/flag": {
    severity: "error",
    message: "{problem}",
    hint: "{mend}",
    explain:
      "The arguments of a provider's process are checked before anything is opened; `--help` lists them with their defaults.",
  },
  "run/crd-missing": {
    severity: "error",
    message: "the API server at {server} does not serve {kinds}",
    hint: "install Cluster API's core and the CRDs of this provider first",
    explain:
      "A controller cannot watch a kind that is not served. clusterctl installs core and the provider's CRDs before its Deployment.",
  },
  "run/unreachable": {
    severity: "error",
    message: "cannot reach the API server at {server}: {reason}",
    hint: "check that it runs and that --kubeconfig names the right cluster",
    explain: "Before it starts, a provider asks the API server which kinds it serves. That question was not answered.",
  },
};
