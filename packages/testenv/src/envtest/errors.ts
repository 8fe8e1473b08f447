// What can go wrong with a real control plane, as a table that `capstan explain` also reads. Raised through `envtestError`.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of the real backend's errors. */
export type EnvtestErrorCode =
  | "testenv/crd-not-established"
  | "testenv/etcd-refused"
  | "testenv/no-control-plane"
  | "testenv/no-controller-manager"
  | "testenv/not-a-crd"
  | "testenv/not-ready"
  | "testenv/refused"
  | "testenv/stored-binary";

/** The errors of the real backend by code. */
export const envtestErrors: Readonly<Record<EnvtestErrorCode, DiagnosticRule>> = {
  "testenv/no-control-plane": {
    severity: "error",
    message: "no etcd and kube-apiserver found; looked at {places}",
    hint: 'set KUBEBUILDER_ASSETS to a folder that holds both ("setup-envtest use" prints one), or in a checkout of Capstan build them once with "node tools/control-plane/build.ts"',
    explain:
      "The real backend runs etcd and kube-apiserver of this computer. It looks at the folder that the caller names, at KUBEBUILDER_ASSETS, and at Capstan's cache, in this order, and downloads nothing.",
  },
  "testenv/no-controller-manager": {
    severity: "error",
    message: "kube-controller-manager was asked for, but does not lie beside kube-apiserver",
    hint: "put it into that folder (setup-envtest brings none), or start without controllerManager",
    explain: "Garbage collection, namespace deletion and role aggregation are done by kube-controller-manager.",
  },
  "testenv/not-ready": {
    severity: "error",
    message: "{what}; its last lines:\n{lines}",
    hint: "read the whole log: {log}",
    explain: "A program of the control plane ended or did not become ready in time; its own last words say why.",
  },
  "testenv/refused": {
    severity: "error",
    message: "the API server refused {method} {path} with {status}: {text}",
    explain: "A call that setting up the control plane takes was refused.",
  },
  "testenv/not-a-crd": {
    severity: "error",
    message: "expected a CustomResourceDefinition with a name, got {got}",
    hint: "pass only CustomResourceDefinitions as crds and create other objects once the control plane runs",
    explain: "Definitions are created before anything else and waited for; other objects are the test's own work.",
  },
  "testenv/crd-not-established": {
    severity: "error",
    message: "the CustomResourceDefinition {name} was not established within 30 s: {state}",
    hint: "mend what the conditions say, most often names that another definition has",
    explain: "An API server serves a kind once its definition is established.",
  },
  "testenv/stored-binary": {
    severity: "error",
    message: "{plural} {key} is not stored as JSON",
    hint: "read built-in kinds through the API server; only custom resources are stored as JSON",
    explain: "kube-apiserver stores built-in kinds as protobuf.",
  },
  "testenv/etcd-refused": {
    severity: "error",
    message: "etcd refused to read {key}: {status} {text}",
    explain: "The value was asked for past the API server, through etcd's own JSON gateway.",
  },
};

/** Makes one of the real backend's errors. */
export function envtestError(
  code: EnvtestErrorCode,
  values: ErrorDetails["values"] = {},
  cause?: unknown,
): CapstanError {
  return errorOf(envtestErrors, code, { values, cause });
}
