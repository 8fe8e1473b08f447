// The errors of this package as a table, from which `capstan explain` prints its pages.
import type { DiagnosticRule } from "./diagnostic.ts";

/** The codes of this package. */
export type KubeErrorCode =
  | "kube/duration"
  | "kube/json-patch"
  | "kube/json-pointer"
  | "kube/label-operator"
  | "kube/label-selector"
  | "kube/other-controller"
  | "kube/owner-namespace"
  | "kube/quantity";

/** This package's errors. */
export const kubeErrors: Readonly<Record<KubeErrorCode, DiagnosticRule>> = {
  "kube/json-pointer": {
    severity: "error",
    message: '"{pointer}" is not a JSON pointer',
    help: 'start it with "/", or use "" for the whole document',
    explain:
      "A JSON pointer (RFC 6901) names a value inside a document, for example /spec/replicas. A slash inside a name is written ~1, a tilde ~0.",
  },
  "kube/json-patch": {
    severity: "error",
    message: 'cannot apply operation {index} ({op} "{path}"): {why}',
    explain:
      "A JSON Patch (RFC 6902) is applied completely or not at all. The named operation does not fit the document that results from the operations before it.",
  },
  "kube/duration": {
    severity: "error",
    message: '"{duration}" is not a duration',
    help: 'write a number and a unit (ms, s, m, h), for example "30s" or "1h30m"',
    explain:
      "Durations follow Go's notation, as everywhere in Kubernetes: numbers with units, without spaces between them. There is no unit for days.",
  },
  "kube/other-controller": {
    severity: "error",
    message: "{object} is controlled by {other}, so {owner} cannot control it too",
    help: "give the object another name, or remove the owner reference of its controller first",
    explain:
      "At most one owner of an object has `controller: true`. Two controllers of one object would undo each other's changes. Most often two objects want to create an object of the same name.",
  },
  "kube/owner-namespace": {
    severity: "error",
    message: "{owner} cannot own {object}: an owner has the namespace of its object, or none",
    help: "create the object in the namespace of its owner",
    explain:
      "An owner reference has no namespace. The garbage collector looks for the owner in the namespace of the object, does not find it there, and deletes the object.",
  },
  "kube/quantity": {
    severity: "error",
    message: '"{quantity}" is not a quantity',
    help: 'write a number with an optional suffix, for example "500m", "2", "1Gi" or "1e3"',
    explain:
      "Quantities are amounts in Kubernetes: a number with one of the decimal suffixes n u m k M G T P E, one of the binary suffixes Ki Mi Gi Ti Pi Ei, or a decimal exponent.",
  },
  "kube/label-operator": {
    severity: "error",
    message: '"{operator}" is not an operator of label selectors',
    help: "write In, NotIn, Exists or DoesNotExist in matchExpressions",
    explain:
      "A requirement in the matchExpressions of a label selector has a key, an operator and values. Kubernetes knows the operators In, NotIn, Exists and DoesNotExist, written exactly so.",
  },
  "kube/label-selector": {
    severity: "error",
    message: '"{item}" in the label selector "{selector}" is not a requirement',
    help: 'write "key=value", "key!=value", "key in (a,b)", "key notin (a,b)", "key>4", "key<4", "key" or "!key"',
    explain:
      "The string form of a label selector is a list of requirements separated by commas; an object must meet all of them. Keys and values must be those that labels can have; > and < compare whole numbers.",
  },
};
