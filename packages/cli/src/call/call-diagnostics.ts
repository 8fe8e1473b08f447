// What `capstan call` reports.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type CallCode =
  | "call/failure"
  | "call/not-applied"
  | "call/no-handler"
  | "call/no-cluster"
  | "call/no-class"
  | "call/not-reached"
  | "call/needs-client"
  | "call/writes"
  | "call/request-needed"
  | "call/invalid-template"
  | "call/unknown-variable"
  | "call/class-variable"
  | "call/unchecked-rules";

/** The diagnostics of `capstan call`. */
export const callDiagnostics: Readonly<Record<CallCode, DiagnosticRule>> = {
  "call/failure": {
    severity: "error",
    message: "{handler} of {hook} answers with a failure: {problem}",
    help: "correct what the message names; {change}",
    explain:
      "Cluster API stops the reconcile of the Cluster at this answer, shows the message in a condition, and calls again with its own backoff.",
  },
  "call/no-handler": {
    severity: "error",
    message: "{callee} has no handler{name} of {hook}",
    help: "name one of its handlers of this hook: {known}",
    explain:
      "Cluster API calls the handlers that discovery lists. This extension has none of this hook, or none of this name.",
  },
  "call/needs-client": {
    severity: "warning",
    message: "{handler} of {hook} reads the cluster, and call has no client",
    help: "name a kubeconfig of a cluster: --kubeconfig FILE",
    explain:
      "The handler calls ctx.client(). Without a cluster it fails, or answers as it does where it cannot read. With --kubeconfig it gets a client that only sends GET: what it wants to write is rejected before it is sent.",
  },
  "call/writes": {
    severity: "warning",
    message: "{handler} of {hook} wanted to write to the cluster ({writes}), which call does not do",
    help: "call the extension where it runs, with --url, if it has to write",
    explain:
      "The client of call only reads. The handler got an error in place of the write; if it goes on without it, its answer may be another one than in production.",
  },
  "call/no-cluster": {
    severity: "error",
    message: "there is no Cluster with a topology in {files}",
    help: "add a Cluster with spec.topology, or name a file that has one: --cluster FILE",
    explain: "Topology and lifecycle hooks are called for Clusters that have a class. The request is made from one.",
  },
  "call/unknown-variable": {
    severity: "warning",
    message: 'neither the extension nor the class {class} declares the variable "{name}" of {of}{near}',
    help: "{help}",
    explain:
      "Cluster API rejects a Cluster with a value of a variable that its class does not have. The handler got it all the same, and a handler that does not know it ignores it.",
  },
  "call/class-variable": {
    severity: "warning",
    message: 'the class {class} alone declares the variable "{name}" of --set, so it is not sent to the extension',
    help: "declare it in the extension, with defineVariables and discoverVariables; the class names that handler in its patch",
    explain:
      "Cluster API sends an extension the variables that the handler of DiscoverVariables of its patch declares, and those that are built in. What the class defines in spec.variables is for the patches that the class has itself; a variable that both define reaches both.",
  },
  "call/unchecked-rules": {
    severity: "warning",
    message: "{handler} of {hook} has variables with CEL rules, which call does not compile: {variables}",
    help: "try them in a cluster: the condition VariablesReady of the ClusterClass has what Cluster API finds wrong with them",
    explain:
      "Capstan checks the form of x-kubernetes-validations and does not compile the rules. Cluster API does when it discovers the variables, and evaluates the rules when a Cluster is written: a value that breaks one is rejected.",
  },
  "call/no-class": {
    severity: "error",
    message: "the Cluster in {files} names the class {name}, and no file has it",
    help: "add the ClusterClass and its templates to the file, or to dev/*.yaml",
    explain: "The request of a topology hook has the templates of the class, so the class has to be known.",
  },
  "call/not-applied": {
    severity: "error",
    message: "{problem}",
    help: "correct the object",
    explain:
      "The request is made by the simulated topology controller from the objects of the file. The API server that it works on, one in the process of the command, has rejected one of them, as that of a management cluster would.",
  },
  "call/not-reached": {
    severity: "error",
    message: "no templates were sent for the Cluster in {files}: {problem}",
    help: "correct the class or the Cluster",
    explain:
      "The request is made by the simulated topology controller, as capstan dev does it: it could not come so far that templates are patched.",
  },
  "call/invalid-template": {
    severity: "warning",
    message: "{handler} makes a {template} of {object} that its CRD does not allow: {problem}",
    help: "correct the patch; crds of defineExtension, or of the extension in a test, checks each answer",
    explain:
      "Cluster API creates an object of the patched template, and the API server rejects it, or drops fields that the CRD does not have. The CRDs are those of the project and those of the kinds of kubeadm that this release of Capstan has. An extension that declares crds checks its answers itself, and then fails.",
  },
  "call/request-needed": {
    severity: "error",
    message: "a request of {hook} is not made from a Cluster",
    help: "name a file with the request: --request FILE",
    explain:
      "In-place updates are about a machine before and after a change. What has changed is what matters, so no sample can stand for it. The request is YAML or JSON, in the form of the hook's OpenAPI document.",
  },
};
