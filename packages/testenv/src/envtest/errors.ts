// The errors of the real backend, as a table.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of the real backend's errors. */
export type EnvtestErrorCode =
  | "testenv/crd-not-established"
  | "testenv/etcd-rejected"
  | "testenv/foreign-control-plane"
  | "testenv/no-control-plane"
  | "testenv/no-controller-manager"
  | "testenv/not-a-crd"
  | "testenv/not-ready"
  | "testenv/rejected"
  | "testenv/stored-binary";

/** The errors of the real backend by code. */
export const envtestErrors: Readonly<Record<EnvtestErrorCode, DiagnosticRule>> = {
  "testenv/no-control-plane": {
    severity: "error",
    message: "no etcd and kube-apiserver found; looked in {places}",
    help: 'set KUBEBUILDER_ASSETS to a folder that holds both ("setup-envtest use" prints one), or in a checkout of Capstan build them once with "node tools/control-plane/build.ts"',
    explain:
      "The real backend runs etcd and kube-apiserver as local processes. It looks in the given folder, in KUBEBUILDER_ASSETS and in Capstan's cache, in this order. It downloads nothing.",
  },
  "testenv/foreign-control-plane": {
    severity: "error",
    message: "the control plane of {file} is not run, because {place} {problem}",
    help: "set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver that you trust; or, when what is in the cache is yours, give {place} to your user with chown, and take the others' right to write to it with chmod o-w",
    explain:
      "The programs that paths.json in Capstan's cache names run with your rights. That file, the programs, and the folders above them must belong to your user, to root, or to the owner of your home folder when the cache is in it and not all users may write to that folder; and all users may write to none of them, unless the folder is sticky, as /tmp is. Otherwise another user of this computer could have chosen what runs. What KUBEBUILDER_ASSETS names is run without such a check: you have named it.",
  },
  "testenv/no-controller-manager": {
    severity: "error",
    message: "kube-controller-manager is enabled, but is not in the folder of kube-apiserver",
    help: "put it into that folder (setup-envtest does not install it), or start without controllerManager",
    explain: "kube-controller-manager does garbage collection, namespace deletion and role aggregation.",
  },
  "testenv/not-ready": {
    severity: "error",
    message: "{what}; its last lines:\n{lines}",
    help: "read the whole log: {log}",
    explain:
      "A program of the control plane ended or did not become ready in time; the last lines of its log show why.",
  },
  "testenv/rejected": {
    severity: "error",
    message: "the API server rejected {method} {path} with {status}: {text}",
    explain:
      "A request that sets up the control plane was rejected. The most common cause is an invalid CustomResourceDefinition.",
  },
  "testenv/not-a-crd": {
    severity: "error",
    message: "expected a CustomResourceDefinition with a name, got {got}",
    help: "pass only CustomResourceDefinitions as crds and create other objects once the control plane runs",
    explain:
      "The control plane creates the definitions at its start and waits until they are served. Tests create all other objects.",
  },
  "testenv/crd-not-established": {
    severity: "error",
    message: "the CustomResourceDefinition {name} was not established within {seconds} s: {state}",
    help: "fix what the conditions report; most often another definition has the same names, or the machine has too much to do",
    explain: "An API server serves a kind once its definition is established.",
  },
  "testenv/stored-binary": {
    severity: "error",
    message: "{plural} {key} is not stored as JSON",
    help: "read built-in kinds through the API server; only custom resources are stored as JSON",
    explain: "kube-apiserver stores built-in kinds as protobuf.",
  },
  "testenv/etcd-rejected": {
    severity: "error",
    message: "etcd rejected the read of {key}: {status} {text}",
    explain: "The value is read directly from etcd, through its JSON gateway.",
  },
};

/** Creates one of the real backend's errors. */
export function envtestError(
  code: EnvtestErrorCode,
  values: ErrorDetails["values"] = {},
  cause?: unknown,
): CapstanError {
  return errorOf(envtestErrors, code, { values, cause });
}
