// What `capstan doctor` reports about the setup of a project.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type DoctorCode =
  | "doctor/duplicate"
  | "doctor/drift"
  | "doctor/not-installed"
  | "doctor/tsconfig"
  | "doctor/no-tsconfig"
  | "doctor/broken-tsconfig"
  | "doctor/stale"
  | "doctor/kubeconfig"
  | "doctor/hook-unknown"
  | "doctor/hook-changed"
  | "doctor/not-discovered"
  | "doctor/extension-lost"
  | "doctor/extension-fails"
  | "doctor/extension-unused"
  | "doctor/class-variables"
  | "doctor/update-fails";

/** The diagnostics of `capstan doctor`. */
export const doctorDiagnostics: Readonly<Record<DoctorCode, DiagnosticRule>> = {
  "doctor/duplicate": {
    severity: "warning",
    message: "{name} is installed {count} times: {versions}",
    help: "set all @capstan packages to one version, and reinstall",
    explain:
      "Two copies of a package define two sets of types. At run time they work together, but the compiler reports type errors between them.",
  },
  "doctor/drift": {
    severity: "warning",
    message: "the project uses different versions of Capstan: {versions}",
    help: "set them to one version: npm install @capstan/<name>@<version> for each",
    explain: "The packages are released and tested together, so other combinations are untested.",
  },
  "doctor/not-installed": {
    severity: "error",
    message: "{name} is in package.json but is not installed",
    help: "install the dependencies, for example with npm install",
    explain: "The project cannot run before its dependencies are installed.",
  },
  "doctor/tsconfig": {
    severity: "warning",
    message: "tsconfig.json does not set {option}",
    help: "set {value}",
    explain:
      'Node runs the sources by stripping types. With "module": "nodenext", erasableSyntaxOnly, verbatimModuleSyntax and rewriteRelativeImportExtensions (or allowImportingTsExtensions) the compiler reports what Node would fail on: syntax that cannot be stripped, types imported as values, imports without a file ending.',
  },
  "doctor/no-tsconfig": {
    severity: "warning",
    message: "there is no tsconfig.json",
    help: "add one with the options that capstan explain doctor/tsconfig names",
    explain:
      "Without tsconfig.json the compiler uses its defaults, which accept code that Node cannot run. Projects of npm create capstan contain one.",
  },
  "doctor/broken-tsconfig": {
    severity: "error",
    message: "tsconfig.json cannot be parsed: {problem}",
    help: "fix the syntax",
    explain: "tsconfig.json is JSON with comments and trailing commas. The message is the compiler's own.",
  },
  "doctor/stale": {
    severity: "error",
    message: "the generated files are not up to date: {counts}",
    help: "run capstan generate; to see the files, run capstan generate --check",
    explain: "Generated files are committed. They must be generated again when the API changes.",
  },
  "doctor/kubeconfig": {
    severity: "warning",
    message: "the kubeconfig cannot be used: {problem}",
    help: "correct the file, or set KUBECONFIG to another one",
    explain:
      "doctor looks for a kubeconfig as describe does: the files of KUBECONFIG, then that of a capstan dev that runs in the project, then the pod, then ~/.kube/config. generate, dev and bundle need none.",
  },
  "doctor/hook-unknown": {
    severity: "error",
    message: "the ExtensionConfig {config} has a handler of {hook}, which Cluster API {release} does not know",
    help: "upgrade the extension first, or remove its ExtensionConfig",
    explain:
      "Cluster API rejects all handlers of an extension when it does not know the hook of one, and its manager does not start while an extension cannot be discovered.",
  },
  "doctor/hook-changed": {
    severity: "warning",
    message: "the {side} of {hook} has changed in Cluster API {release}, for the ExtensionConfig {config}: {change}",
    help: "check that the extension {advice}; those written with Capstan do both",
    explain:
      "The version of the hook is the same, but its data is not: an extension that was written for an older release may read fields that are not sent any more, or leave out what is needed. Without the inventory of clusterctl every release since 1.11 counts.",
  },
  "doctor/not-discovered": {
    severity: "warning",
    message: "the handlers of the ExtensionConfig {config} are not known: its status has none",
    help: "read it from the cluster: kubectl get extensionconfigs -o yaml",
    explain:
      "Which hooks an extension answers is known by its discovery, and Cluster API writes that into the status of the ExtensionConfig.",
  },
  "doctor/extension-lost": {
    severity: "warning",
    message: "Cluster API cannot discover the extension {config}: {problem}",
    help: "{advice}",
    explain:
      "The condition Discovered of an ExtensionConfig is False. What was discovered before is called as before, but a manager of Cluster API that starts meanwhile ends after 60 seconds, again and again, and reconciles no Cluster, until each extension is discovered or its ExtensionConfig deleted.",
  },
  "doctor/extension-fails": {
    severity: "warning",
    message: "Cluster API cannot call the handler {handler} for {clusters}: {problem}",
    help: "{advice}",
    explain:
      "The condition TopologyReconciled of a Cluster, or VariablesReady of a ClusterClass, is False with the error of a call. Nothing of the topology is changed, and machines run on. Core tries again without help, later after each failure.",
  },
  "doctor/extension-unused": {
    severity: "warning",
    message: "the namespaceSelector of the ExtensionConfig {config} matches no namespace: {selector}",
    help: "label the namespaces of the Clusters that the extension is for, or correct the selector",
    explain:
      "Cluster API calls handlers only for objects in namespaces that the selector matches, and says nothing where there are none. A handler that a ClusterClass names is an error then, in the condition of its Clusters.",
  },
  "doctor/class-variables": {
    severity: "warning",
    message: "Cluster API cannot use the variables of the ClusterClass {class}: {problem}",
    help: "correct the variables that the extension declares, or those of the class",
    explain:
      "The condition VariablesReady of the ClusterClass is False although its extensions have answered: a schema is wrong, or two definitions of one variable differ. Clusters of the class are not reconciled. New ones are admitted with a warning, and their variables are not checked.",
  },
  "doctor/update-fails": {
    severity: "warning",
    message: "Cluster API cannot update {machines} in place: {problem}",
    help: "{advice}",
    explain:
      "The condition Updating of a Machine has the reason InPlaceUpdateFailed. Core calls UpdateMachine again, later after each failure, and does not replace the machine. The error of the call is in its log alone.",
  },
};
