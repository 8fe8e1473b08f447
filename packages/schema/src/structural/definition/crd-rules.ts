// The rules of CustomResourceDefinitions by code: the help, and the page of `capstan explain`. The message is the API server's own
// sentence about the field. The meaning of CEL expressions is not checked.
import type { DiagnosticRule } from "@capstan/kube";

function rule(help: string, explain: string): DiagnosticRule {
  return { severity: "error", message: "{what}", help, explain };
}

function advice(message: string, help: string, explain: string): DiagnosticRule {
  return { severity: "warning", message, help, explain };
}

/** The codes of `crdRules`. */
export type CrdRule =
  | "crd/shape"
  | "crd/name"
  | "crd/group"
  | "crd/approval"
  | "crd/version-name"
  | "crd/storage-version"
  | "crd/served-version"
  | "crd/names"
  | "crd/scope"
  | "crd/schema-missing"
  | "crd/preserve-unknown-fields"
  | "crd/deprecation-warning"
  | "crd/printer-column"
  | "crd/selectable-field"
  | "crd/scale"
  | "crd/conversion"
  | "crd/update"
  | "crd/keyword"
  | "crd/unknown-keyword"
  | "crd/type"
  | "crd/items"
  | "crd/junctor"
  | "crd/incomplete"
  | "crd/metadata"
  | "crd/embedded-resource"
  | "crd/int-or-string"
  | "crd/pattern"
  | "crd/pattern-unchecked"
  | "crd/status-root"
  | "crd/list-type"
  | "crd/list-map-keys"
  | "crd/map-type"
  | "crd/default-forbidden"
  | "crd/default-invalid"
  | "crd/default-unchecked"
  | "crd/rule"
  | "crd/format"
  | "crd/more";

/** The rules that `checkCrd` checks, by code, for pages and `capstan explain`. */
export const crdRules: Readonly<Record<CrdRule, DiagnosticRule>> = {
  "crd/shape": rule(
    "give the field the type that apiextensions.k8s.io/v1 declares",
    "A field of the definition does not have the JSON type that apiextensions.k8s.io/v1 declares, so the API server cannot read the definition.",
  ),
  "crd/name": rule(
    "set metadata.name to <plural>.<group>",
    "The name of a definition is the plural of the kind, a dot and the group. The API server finds the kind's endpoint by it.",
  ),
  "crd/group": rule(
    'use a DNS name with at least one dot, such as "infrastructure.example.com"',
    "Groups are DNS subdomains, so that two vendors cannot choose the same one.",
  ),
  "crd/approval": rule(
    'add the annotation api-approved.kubernetes.io with the URL of the approval, or a string that starts with "unapproved"',
    "Groups under k8s.io and kubernetes.io belong to the Kubernetes community; kinds in them need its approval. Groups under x-k8s.io do not.",
  ),
  "crd/version-name": rule(
    'name versions like "v1", "v1beta1" or "v1alpha1", each once',
    "The name of a version is part of URLs, so it must be a lower-case DNS label and unique.",
  ),
  "crd/storage-version": rule(
    "set storage: true on exactly one version",
    "Objects are stored in one version. The API server converts to and from it.",
  ),
  "crd/served-version": rule(
    "set served: true on at least one version",
    "A kind without a served version has no endpoint, so its objects cannot be created or read.",
  ),
  "crd/names": rule(
    "use DNS labels for plural, singular, kind and listKind (kind and listKind may have upper case), and different names for kind and listKind",
    "These names become URLs, kubectl arguments and JSON fields.",
  ),
  "crd/scope": rule('use "Namespaced" or "Cluster"', "The scope decides the URL of the kind's objects."),
  "crd/schema-missing": rule(
    "set schema.openAPIV3Schema in every version",
    "The API server removes unknown fields, and without a schema every field is unknown.",
  ),
  "crd/preserve-unknown-fields": rule(
    "remove spec.preserveUnknownFields, and set x-kubernetes-preserve-unknown-fields on the node that needs it",
    "The setting belongs to the removed v1beta1 form of definitions.",
  ),
  "crd/deprecation-warning": rule(
    "set deprecated: true in the same version, and write 1 to 256 printable characters",
    "The API server sends the warning in an HTTP header with every answer in that version.",
  ),
  "crd/printer-column": rule(
    "give the column a name, a type of boolean, date, integer, number or string, and a jsonPath that starts with a dot",
    "The API server evaluates the columns for `kubectl get`.",
  ),
  "crd/selectable-field": rule(
    "select at most 8 different fields of type string, boolean or integer, outside of metadata and lists",
    "The API server indexes selectable fields, so they must be single scalar values.",
  ),
  "crd/scale": rule(
    "use a path under .spec for the desired replicas and one under .status for the observed ones",
    "The scale subresource reads and writes these fields for autoscalers.",
  ),
  "crd/conversion": rule(
    'with strategy "Webhook" give exactly one of url and service and conversionReviewVersions with "v1"; with "None" give no webhook',
    "The API server calls the webhook for every object that is read or written in a version other than the stored one.",
  ),
  "crd/update": rule(
    "create a new definition, or keep the field unchanged",
    "The group, the plural, and, once the definition is established, the scope and the kind decide where objects are stored. A version with stored objects cannot be removed.",
  ),
  "crd/keyword": rule(
    "remove the keyword",
    "Schemas of definitions are a subset of OpenAPI v3 that the API server can prune, default and validate in bounded time.",
  ),
  "crd/unknown-keyword": advice(
    'the schema keyword "{keyword}" does not exist and is ignored{suggestion}',
    "remove it or correct its spelling",
    "The API server removes unknown fields of a schema, so a misspelled limit has no effect.",
  ),
  "crd/type": rule(
    "set type to array, boolean, integer, number, object or string",
    "Every node of a structural schema has a type, so that the API server can prune and default by it.",
  ),
  "crd/items": rule(
    "set items to the schema of the list's items",
    "Without items, the values of the list have an unknown shape.",
  ),
  "crd/junctor": rule(
    "move the keyword out of allOf, anyOf, oneOf or not to the node itself",
    "Only value checks are allowed in allOf, anyOf, oneOf and not. Shape, defaults and extensions must be known without trying alternatives.",
  ),
  "crd/incomplete": rule(
    "declare the field also outside of allOf, anyOf, oneOf or not",
    "A field that only an alternative mentions would be pruned, so the structural schema must declare it at the same place.",
  ),
  "crd/metadata": rule(
    "declare metadata as type: object, with limits on name and generateName only",
    "The API server defines metadata, apiVersion and kind of every object.",
  ),
  "crd/embedded-resource": rule(
    "give the node type: object with properties or x-kubernetes-preserve-unknown-fields, and without additionalProperties",
    "An embedded resource is a whole object with apiVersion, kind and metadata.",
  ),
  "crd/int-or-string": rule(
    "remove the other extensions from the node with x-kubernetes-int-or-string",
    "A number or a string has no fields, so it can neither preserve unknown fields nor be an embedded resource.",
  ),
  "crd/pattern": rule(
    "write the pattern in RE2's syntax, without look-around and back references",
    "The API server uses Go's regular expressions, which run in linear time.",
  ),
  "crd/status-root": rule(
    "keep only description, type, required, properties and rules at the root",
    "With the status subresource, the API server validates spec and status separately, so other keywords of the root would have no effect.",
  ),
  "crd/list-type": rule(
    "use atomic, set or map on a node of type: array, and atomic items in sets",
    "The list type decides how server-side apply merges the list, and whether items must be unique.",
  ),
  "crd/list-map-keys": rule(
    "use scalar properties of the items that are required or have a default, each once",
    "These fields identify the items of a keyed list, so each item must have them.",
  ),
  "crd/map-type": rule(
    "use granular or atomic on a node of type: object",
    "The map type decides whether field managers own single fields or the whole object.",
  ),
  "crd/default-forbidden": rule(
    "remove the default",
    "The API server sets apiVersion, kind and metadata. Schemas in allOf, anyOf, oneOf and not only check.",
  ),
  "crd/default-invalid": rule(
    "use a default that its own schema accepts, after the defaults below it are set",
    "A default is stored like a user's value, so it must be valid and have no unknown fields.",
  ),
  "crd/default-unchecked": advice(
    "the default was not checked: it and its schema are too large together",
    "check yourself that it is valid, or use a shorter default, a simpler pattern or fewer alternatives",
    "Checking takes time in proportion to the size of the value times the number of alternatives in its schema; defaults are checked for about half a second. Matching takes time in proportion to the length of the value times the size of the pattern, in which `{250}` counts 250 times. Values of defaults are matched until that is 15,000,000, half a second at most; the API server has no such limit.",
  ),
  "crd/pattern-unchecked": advice(
    "this pattern and those after it were not checked: they are too large together",
    "check yourself that they are valid, or use simpler patterns",
    "Compiling patterns takes time and memory in proportion to their size, in which `{250}` counts 250 times. A class as `\\pL` counts as 1,000 instructions. Patterns are compiled until they have 1,000,000 instructions together, which takes one to two seconds, and up to one that has more than 10,000 characters; the API server has no such limit.",
  ),
  "crd/rule": rule(
    "set an expression, and a message of one line",
    "A rule without an expression cannot be evaluated. Its message is printed in one line of an error.",
  ),
  "crd/format": advice(
    'the format "{format}" is unknown and has no effect',
    "use a known format or a pattern",
    "The API server ignores unknown formats; newer versions warn about them.",
  ),
  "crd/more": advice(
    "the definition has {count} more problems, which are not shown",
    "correct those that are shown, and check again",
    "Of a definition, the first 1,000 errors and the first 1,000 warnings are kept. The limit stops a wrong file from using all memory.",
  ),
};
