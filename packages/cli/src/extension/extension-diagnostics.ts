// What is reported about the module that exports a project's extension, and about files with which one that runs is called or recorded.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type ExtensionCode =
  | "extension/no-module"
  | "extension/no-export"
  | "extension/entry"
  | "extension/several-exports"
  | "extension/bad-file"
  | "extension/nothing-recorded";

/** The diagnostics of commands that run handlers of a project in this process. */
export const extensionDiagnostics: Readonly<Record<ExtensionCode, DiagnosticRule>> = {
  "extension/no-module": {
    severity: "error",
    message: "there is no file {file}",
    help: "name the file that exports the extension: --extension src/extension.ts",
    explain:
      "The command runs the handlers of the project in its own process. It imports the module that exports what defineExtension returns: extension.ts beside the entry, unless --extension names another file.",
  },
  "extension/no-export": {
    severity: "error",
    message: "{file} exports no extension",
    help: "export what defineExtension returns, and call run in another file",
    explain:
      "The command runs the handlers of the project in its own process, so it needs the extension as a value. A module that calls run would serve it, and end the process.",
  },
  "extension/entry": {
    severity: "error",
    message: "{file} is an entry of the project, and would serve the extension in place of the command",
    help: "name the file that exports the extension: --extension src/extension.ts",
    explain:
      "The command runs the handlers of the project in its own process, so it needs the extension as a value. An entry calls run, which reads the command line as its own flags and ends the process.",
  },
  "extension/several-exports": {
    severity: "error",
    message: "{file} exports several extensions: {names}",
    help: 'give one of them the name "extension", or export it from a file of its own and name that with --extension',
    explain: "The command cannot know which of them is meant.",
  },
  "extension/bad-file": {
    severity: "error",
    message: "{option} names {file}, {problem}",
    help: "{help}",
    explain:
      "An extension is called over TLS. The command reads the authorities that must have signed its certificate, and the certificate and the key of the caller, before it connects: OpenSSL would leave out what it cannot read, and the error would be one of the connection.",
  },
  "extension/nothing-recorded": {
    severity: "warning",
    message:
      "nothing was recorded on {tape}: of {calls} calls that were passed on, none was an answered one of a topology hook",
    help: "let the ExtensionConfig name the address of capstan record, and wait until each Cluster was reconciled",
    explain:
      "Only calls of GeneratePatches, ValidateTopology, DiscoverVariables and GenerateUpgradePlan are recorded: their answers decide what machines are made of. Cluster API calls them for Clusters with a class, at each reconcile, which happens at least every ten minutes. It finds the address in spec.clientConfig of the ExtensionConfig, and reads a change of it at once.",
  },
};
