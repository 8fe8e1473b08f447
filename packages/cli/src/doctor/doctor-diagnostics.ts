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
  | "doctor/kubeconfig";

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
      "doctor looks for a kubeconfig as describe does: the files of KUBECONFIG, then the pod, then ~/.kube/config. generate, dev and bundle need none.",
  },
};
