// What can go wrong between a Deployment and its local process, as a table that `capstan explain` also reads.
// Raised through `localClusterError`; most end up as the message of the Deployment's condition Available.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type LocalClusterErrorCode =
  | "local-cluster/missing-key"
  | "local-cluster/no-container"
  | "local-cluster/not-yet"
  | "local-cluster/unknown-deployment"
  | "local-cluster/unknown-image"
  | "local-cluster/unsupported-field"
  | "local-cluster/unsupported-variable";

/** The errors of this package by code. */
export const localClusterErrors: Readonly<Record<LocalClusterErrorCode, DiagnosticRule>> = {
  "local-cluster/unknown-image": {
    severity: "error",
    message: 'no local command for the image "{image}"; known are {known}',
    hint: 'add "{name}" to the table of images',
    explain:
      "No image is pulled here: a table names the local command that stands in for each image, by its whole name or the last part of it.",
  },
  "local-cluster/no-container": {
    severity: "error",
    message: "the Deployment {name} has no container",
    hint: "give its Pod template a container",
    explain: "One process runs for each Deployment, and a container says which.",
  },
  "local-cluster/not-yet": {
    severity: "error",
    message: "waiting for the {kind} {key}",
    explain:
      "The Pod mounts the object or reads variables from it. As on a real node, the process starts once the object is there.",
  },
  "local-cluster/unsupported-variable": {
    severity: "error",
    message: "the variable {name} is read from {source}, which a local process has not",
    hint: "read it from a field of the Pod, a Secret or a ConfigMap",
    explain: "Sources such as resource limits belong to containers; a local process has none.",
  },
  "local-cluster/unsupported-field": {
    severity: "error",
    message: "the variable {name} is read from the Pod's field {path}, which a local process has not",
    hint: "use one of {known}",
    explain: "There is no Pod here. The fields that make sense for a process are given values; all others are refused.",
  },
  "local-cluster/missing-key": {
    severity: "error",
    message: "the variable {name} is read from the key {key} of the {kind} {object}, which has none",
    hint: "add the key, or mark the reference optional",
    explain: "As on a real node, a process does not start without the variables that its Pod demands.",
  },
  "local-cluster/unknown-deployment": {
    severity: "error",
    message: "no process for a Deployment {key}; there are {known}",
    hint: "check the namespace and the name, or wait until the Deployment is created",
    explain: "Processes are found by the namespace and name of their Deployment, shortly after it is created.",
  },
};

/** Makes one of this package's errors. */
export function localClusterError(code: LocalClusterErrorCode, values: ErrorDetails["values"] = {}): CapstanError {
  return errorOf(localClusterErrors, code, { values });
}
