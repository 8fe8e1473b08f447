// Every error that this package throws, as a table: `capstan explain` prints the pages, the modules here throw by code.
import type { DiagnosticRule } from "./diagnostic.ts";

/** The codes of this package. */
export type KubeErrorCode =
  | "kube/duration"
  | "kube/json-patch"
  | "kube/json-pointer"
  | "kube/label-selector"
  | "kube/quantity";

/** This package's errors. */
export const kubeErrors: Readonly<Record<KubeErrorCode, DiagnosticRule>> = {
  "kube/json-pointer": {
    severity: "error",
    message: '"{pointer}" is not a JSON pointer',
    hint: 'start it with "/", or use "" for the whole document',
    explain:
      "A JSON pointer (RFC 6901) names a value inside a document, for example /spec/replicas. A slash inside a name is written ~1, a tilde ~0.",
  },
  "kube/json-patch": {
    severity: "error",
    message: 'cannot apply operation {index} ({op} "{path}"): {why}',
    explain:
      "A JSON Patch (RFC 6902) is applied whole or not at all; the operation named here did not fit the document as the operations before it left it.",
  },
  "kube/duration": {
    severity: "error",
    message: '"{text}" is not a duration',
    hint: 'write a number and a unit (ms, s, m, h), for example "30s" or "1h30m"',
    explain:
      "Durations follow Go's notation, as everywhere in Kubernetes: numbers with units, one after the other, without blanks. There is no unit for days.",
  },
  "kube/quantity": {
    severity: "error",
    message: '"{text}" is not a quantity',
    hint: 'write a number with an optional suffix, for example "500m", "2", "1Gi" or "1e3"',
    explain:
      "Quantities are Kubernetes' amounts: decimal suffixes n u m k M G T P E, binary suffixes Ki Mi Gi Ti Pi Ei, or a decimal exponent.",
  },
  "kube/label-selector": {
    severity: "error",
    message: '"{item}" in the label selector "{text}" is not a requirement',
    hint: 'write "key=value", "key!=value", "key in (a,b)", "key notin (a,b)", "key" or "!key"',
    explain: "A label selector in its text form is a list of requirements between commas; all of them must hold.",
  },
};
