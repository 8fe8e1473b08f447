// The errors of this package, as a table. Most are reported in the Deployment's condition Available.
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
    message: 'no local command for the image "{image}"; known images are {known}',
    help: 'add "{name}" to `images`',
    explain:
      "No image is pulled. The option `images` names the local command for each image, by its whole name or the last part of it.",
  },
  "local-cluster/no-container": {
    severity: "error",
    message: "the Deployment {name} has no container",
    help: "give its Pod template a container",
    explain: "The node runs one process for each Deployment, as its container describes.",
  },
  "local-cluster/not-yet": {
    severity: "error",
    message: "waiting for the {kind} {key}",
    explain:
      "The Pod mounts the object or reads variables from it. As on a real node, the process starts when the object exists.",
  },
  "local-cluster/unsupported-variable": {
    severity: "error",
    message: "the variable {name} is read from {source}, which a local process does not have",
    help: "read it from a field of the Pod, a Secret or a ConfigMap",
    explain: "Sources such as resource limits belong to containers.",
  },
  "local-cluster/unsupported-field": {
    severity: "error",
    message: "the variable {name} is read from the Pod's field {path}, which a local process does not have",
    help: "use one of {known}",
    explain: "There is no Pod. Fields that make sense for a process have values; all others are rejected.",
  },
  "local-cluster/missing-key": {
    severity: "error",
    message: "the variable {name} is read from the key {key} of the {kind} {object}, which does not exist",
    help: "add the key, or mark the reference optional",
    explain: "As on a real node, a process does not start without the variables that its Pod requires.",
  },
  "local-cluster/unknown-deployment": {
    severity: "error",
    message: "there is no process for the Deployment {key}; existing ones are {known}",
    help: "check the namespace and the name, or wait until the Deployment is created",
    explain:
      "Processes are looked up by the namespace and name of their Deployment. They appear shortly after it is created.",
  },
};

/** Creates one of this package's errors. */
export function localClusterError(code: LocalClusterErrorCode, values: ErrorDetails["values"] = {}): CapstanError {
  return errorOf(localClusterErrors, code, { values });
}
