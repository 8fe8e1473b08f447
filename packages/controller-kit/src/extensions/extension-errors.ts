// The errors of ExtensionConfigs and of extensions that are called by them, as a part of the table in kit-errors.ts.
import type { DiagnosticRule } from "@capstan/kube";

/** The codes of these errors. */
export type ExtensionsErrorCode = "extensions/ca-secret" | "extensions/not-discovered" | "extensions/warm-up";

/** The errors by code. */
export const extensionsErrors: Readonly<Record<ExtensionsErrorCode, DiagnosticRule>> = {
  "extensions/ca-secret": {
    severity: "error",
    message: 'the certificates of the ExtensionConfig {config} cannot be read from the Secret "{secret}": {problem}',
    help: "correct the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret, `<namespace>/<name>`, or create the Secret with the key ca.crt",
    explain:
      "The annotation names the Secret whose `ca.crt` is copied into `spec.clientConfig.caBundle` of the ExtensionConfig. Until it can be read, the extension is not discovered.",
  },
  "extensions/not-discovered": {
    severity: "error",
    message: "the ExtensionConfig {config} cannot be used yet: {problem}",
    help: "read its condition Discovered: the manager that writes it is Cluster API's core",
    explain:
      "A manager that only reads ExtensionConfigs waits until the one that discovers them has discovered the present generation.",
  },
  "extensions/warm-up": {
    severity: "error",
    message: "the extensions could not be discovered within {seconds} s: {problem}",
    help: 'start the extensions or delete their ExtensionConfigs; `warmUp: { otherwise: "keep" }` starts with the handlers that were discovered before',
    explain:
      "Before all extensions are known, a hook would be called without some of its handlers. So the manager stops, as Cluster API's core does, and is started again.",
  },
};
