// Everything a CRD can be refused for, by code: the mend and the page of `capstan explain`. The message is the API server's
// own sentence about the field. check-crd.ts and its parts report by these codes; rules on CEL's meaning are not here.
import type { DiagnosticRule } from "@capstan/kube";

function rule(hint: string, explain: string): DiagnosticRule {
  return { severity: "error", message: "{what}", hint, explain };
}

function advice(message: string, hint: string, explain: string): DiagnosticRule {
  return { severity: "warning", message, hint, explain };
}

/** A code of the table. */
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
  | "crd/status-root"
  | "crd/list-type"
  | "crd/list-map-keys"
  | "crd/map-type"
  | "crd/default-forbidden"
  | "crd/default-invalid"
  | "crd/rule"
  | "crd/format";

/** The rules of CustomResourceDefinitions, as the API server applies them. */
export const crdRules: Readonly<Record<CrdRule, DiagnosticRule>> = {
  "crd/shape": rule(
    "Give the field the type that a CustomResourceDefinition has there",
    "A field of the definition has another JSON type than apiextensions.k8s.io/v1 gives it, so the API server cannot read the definition at all.",
  ),
  "crd/name": rule(
    "Name the definition <plural>.<group>",
    "The name of a definition is the plural of the kind, a dot and the group; the API server finds the kind's endpoint by it.",
  ),
  "crd/group": rule(
    'Use a DNS name with at least one dot, such as "infrastructure.example.com"',
    "Groups are DNS subdomains, so that two vendors cannot take the same one.",
  ),
  "crd/approval": rule(
    'Add the annotation api-approved.kubernetes.io with the URL of the approval, or a text that starts with "unapproved"',
    "Groups under k8s.io and kubernetes.io belong to the Kubernetes community; kinds in them need its approval. Groups under x-k8s.io do not.",
  ),
  "crd/version-name": rule(
    'Name versions like "v1", "v1beta1" or "v1alpha1", each once',
    "A version's name is part of URLs and must be a lower-case DNS label; two versions of one name could not be told apart.",
  ),
  "crd/storage-version": rule(
    "Set storage: true on exactly one version",
    "Objects are stored in one version; the API server converts to and from it.",
  ),
  "crd/served-version": rule(
    "Set served: true on at least one version",
    "A kind without a served version has no endpoint: nobody could create or read its objects.",
  ),
  "crd/names": rule(
    "Give plural, singular, kind and listKind names that are DNS labels when lower-cased, kind and listKind different",
    "These names become URLs, kubectl arguments and JSON fields.",
  ),
  "crd/scope": rule('Use "Namespaced" or "Cluster"', "The scope decides the URL of the kind's objects."),
  "crd/schema-missing": rule(
    "Give every version schema.openAPIV3Schema",
    "Without a schema every field would be unknown, and the API server removes unknown fields.",
  ),
  "crd/preserve-unknown-fields": rule(
    "Remove spec.preserveUnknownFields; put x-kubernetes-preserve-unknown-fields on the node that needs it",
    "The setting belongs to the removed v1beta1 form of definitions.",
  ),
  "crd/deprecation-warning": rule(
    "Set deprecated: true beside it, and write 1 to 256 printable characters",
    "The warning is sent in an HTTP header with every answer of that version.",
  ),
  "crd/printer-column": rule(
    "Give the column a name, a type of boolean, date, integer, number or string, and a jsonPath that starts with a dot",
    "Columns are evaluated by the API server for kubectl get.",
  ),
  "crd/selectable-field": rule(
    "Select at most 8 different fields of type string, boolean or integer, outside of metadata and lists",
    "Selectable fields are indexed, so they must be single scalar values.",
  ),
  "crd/scale": rule(
    "Use a path under .spec for the wanted replicas and one under .status for the observed ones",
    "The scale subresource reads and writes these fields for autoscalers.",
  ),
  "crd/conversion": rule(
    'With strategy "Webhook" give exactly one of url and service and conversionReviewVersions with "v1"; with "None" give no webhook',
    "The API server calls the webhook for every object that is read or written in another version than the stored one.",
  ),
  "crd/update": rule(
    "Make a new definition, or keep the field as it is",
    "Group, plural, and once established scope and kind decide where objects are stored; versions that still hold stored objects cannot be removed.",
  ),
  "crd/keyword": rule(
    "Remove the keyword",
    "Schemas of definitions are a subset of OpenAPI v3 that the API server can prune, default and check in bounded time.",
  ),
  "crd/unknown-keyword": advice(
    'the schema keyword "{keyword}" does not exist and is ignored{suggestion}',
    "Remove it or correct its spelling",
    "The API server drops fields of a schema that it does not know, so a misspelt limit limits nothing.",
  ),
  "crd/type": rule(
    "Set type to array, boolean, integer, number, object or string",
    "Every node of a structural schema says its type, so that the API server can prune and default by it.",
  ),
  "crd/items": rule("Give the list a schema for its items", "A list without items would hold values of unknown shape."),
  "crd/junctor": rule(
    "Move the keyword out of allOf, anyOf, oneOf or not to the node itself",
    "Inside junctors only value checks are allowed: shape, defaults and extensions must be known without trying alternatives.",
  ),
  "crd/incomplete": rule(
    "Declare the field outside of the junctor too",
    "A field that only an alternative mentions would be pruned; it must be specified at the same place of the structural schema.",
  ),
  "crd/metadata": rule(
    "Declare metadata as type: object, at most with limits on name and generateName",
    "The API server itself defines metadata, apiVersion and kind of every object.",
  ),
  "crd/embedded-resource": rule(
    "Make the node type: object with properties or x-kubernetes-preserve-unknown-fields, and without additionalProperties",
    "An embedded resource is a whole object with apiVersion, kind and metadata.",
  ),
  "crd/int-or-string": rule(
    "Use x-kubernetes-int-or-string alone",
    "A value that is a number or a text has no fields, so nothing in it can be preserved or be an object.",
  ),
  "crd/pattern": rule(
    "Write the pattern in RE2's syntax, without look-around and back references",
    "The API server compiles patterns with Go's regular expressions, which run in linear time.",
  ),
  "crd/status-root": rule(
    "Keep only description, type, required, properties and rules at the root",
    "With the status subresource the API server checks spec and status apart, and other keywords of the root would be lost.",
  ),
  "crd/list-type": rule(
    "Use atomic, set or map on a node of type: array; items of sets are atomic",
    "The list type says how appliers merge the list and whether items must be unique.",
  ),
  "crd/list-map-keys": rule(
    "Name scalar properties of the items that are required or have a default, each once",
    "Items of a keyed list are identified by these fields, so each item must have them.",
  ),
  "crd/map-type": rule(
    "Use granular or atomic on a node of type: object",
    "The map type says whether appliers own single fields or the whole object.",
  ),
  "crd/default-forbidden": rule(
    "Remove the default",
    "apiVersion, kind and metadata are set by the API server, and junctors only check.",
  ),
  "crd/default-invalid": rule(
    "Make the default a value that the schema beside it accepts, once the defaults below it are set",
    "A default is stored like a value a user wrote: it must be free of unknown fields and valid.",
  ),
  "crd/rule": rule(
    "Give the rule an expression, and a message of one line",
    "Rules without expression cannot be evaluated; their messages are printed in one line of an error.",
  ),
  "crd/format": advice(
    'the format "{format}" is not known and checks nothing',
    "Use a known format or a pattern",
    "The API server ignores formats it does not know, newer ones with a warning.",
  ),
};
