// What the CRD generator rejects. Mistakes in the TypeScript are reported by generators/model, the rules of the API server are in
// @capstan/schema, and those of Cluster API's contracts in @capstan/contract.
import {
  diagnose,
  type Diagnostic,
  type DiagnosticDetails,
  type DiagnosticRule,
  type DiagnosticTable,
} from "@capstan/kube";

function error(message: string, help: string, explain: string): DiagnosticRule {
  return { severity: "error", message, help, explain };
}

/** The generator's diagnostics by code. */
export const crdDiagnostics: DiagnosticTable = {
  "crd/recursive-type": error(
    "the type contains itself: {cycle}",
    "write `JSONValue` where the type is used again, or write a limited number of copies",
    "The API server forbids references in schemas, so every type is written out where it is used. For a type that contains itself, this never ends.",
  ),
  "crd/too-large": error(
    "the schema has more than {limit} parts; the type {type} alone is written out {count} times",
    "write `JSONObject` or `JSONValue` in place of types that are used in many places, or of those around them",
    "The API server forbids references in schemas, so every type is written out where it is used: ten types that each use the next one twice become a thousand. A definition with more parts than the limit does not fit into the API server's store.",
  ),
  "crd/empty-object": error(
    "the object type has no properties",
    "write `EmptyObject` for an object without fields, or `JSONObject` for one with any fields",
    "The API server removes every field that a schema does not name, without a warning: an object without properties would always be empty.",
  ),
  "crd/float": error(
    "`{type}` is a floating-point number",
    "write `Int32`, `Int64` or `Quantity`, or set `generate: { allowFloats: true }` in capstan.config.ts",
    "Floating-point numbers can change when they pass through different languages and encodings, so Kubernetes APIs avoid them.",
  ),
  "crd/tag-conflict": error(
    "@{tag} is {given} here and {wanted} on its type",
    "keep the tag of the type, or use another type here",
    "A property may narrow its type (a smaller range), but not widen or contradict it: the schema has one value for each keyword.",
  ),
  "crd/one-of-field": error(
    '@{tag} names "{name}", which is {problem}',
    "name optional properties of this type",
    "The rule counts the fields that are set. It is invalid with a field that does not exist, and has no effect with one that is always set.",
  ),
  "crd/union-conflict": error(
    'the property "{name}" has different types in the members "{first}" and "{second}" of the union',
    "give it the same type in both, or different names",
    "A union becomes one object with the properties of all members, since the API server forbids types inside oneOf.",
  ),
  "crd/union-default": error(
    'the property "{name}" of a union has a default, and the member "{member}" does not have the property',
    "remove `@default`, and set the value where the object is used, or in a webhook",
    "A union becomes one object with the properties of all members. The API server sets a default in each object, also in one of a member that must not have the property, and rejects the object then.",
  ),
  "crd/template-immutable": error(
    '@immutable on "{name}" would also apply to the template {template}',
    "remove it: the kit's webhook keeps templates immutable, and `immutable` of `kit.validate` a field of the kind itself",
    "Topology controllers change templates in dry runs, which must succeed. A CEL rule knows neither dry runs nor annotations and would reject them.",
  ),
  "crd/template-kind": error(
    "there is no definition of {kind} in {apiVersion} for this template",
    "add the file that defines the kind to the sources",
    "The schema of a template is derived from its kind.",
  ),
  "crd/template-definer": {
    severity: "warning",
    message: "{kind} is by its name the template of {of}, but defineResource creates no contract labels",
    help: "define {of} with its own function and the template with `defineTemplate({of})`, or set the contract label in `labels`",
    explain:
      "Core finds the CRD of a template by its contract label, and creates objects of the kind whose name is that of the template without Template. Without the label it cannot read the template. It is a warning, because the label can be added to the CRD later, as the base manifests of many providers have it done by kustomize.",
  },
  "crd/template-omit": error(
    'the template omits "{name}", which the spec of {kind} does not have',
    "correct the name, or remove it from `omit`",
    "`omit` names the fields of the kind's spec that templates do not have.",
  ),
  "crd/column-path": error(
    'column "{column}": there is no field at {path}',
    "correct the path",
    'kubectl would print an empty column. A path starts at the object: .spec.region, .status.conditions[?(@.type=="Ready")].status.',
  ),
  "crd/versions-differ": error(
    "the versions of {kind} differ in {field}: {first} in {firstVersion}, {second} in {secondVersion}",
    "set the same value in both",
    "All versions of a kind are one CustomResourceDefinition, which has one scope and one set of names.",
  ),
  "crd/definers-differ": error(
    "{kind} is defined by {first} in {firstVersion} and by {second} in {secondVersion}",
    "define all versions of {kind} by the same function; a kind with another role needs another name",
    "All versions of a kind are one CustomResourceDefinition, and each object is in all of them. The function gives a kind its role in Cluster API: labels, categories and the fields that core reads, which cannot depend on the version.",
  ),
  "crd/import-column": {
    severity: "warning",
    message: 'column "{column}" of {version} is left out: no field has its path {path}',
    help: "add the column with the right path to printColumns of the imported file, if you need it",
    explain: "The column is empty in kubectl. A typed definition cannot name a field that does not exist.",
  },
  "crd/import-left-out": {
    severity: "warning",
    message: 'the field "{field}" is left out: it is not part of an API',
    help: "remove it, or correct its spelling",
    explain:
      "The API server ignores fields that it does not know, and finalizers and owners belong to one object in a cluster. Neither is part of the imported types.",
  },
  "crd/import-webhook": {
    severity: "warning",
    message: "the conversion webhook of {kind} is left out: it belongs to the provider that serves it",
    help: "declare the conversion between the versions with `defineConversion`: `capstan bundle` adds the webhook of your own provider",
    explain:
      "A CRD of a release names the service of its provider's webhook. The types of the versions do not depend on it, and generated CRDs get the webhook of the provider that is bundled.",
  },
  "crd/import-kind": error(
    "{what} cannot be imported: it is not an apiextensions.k8s.io/v1 CustomResourceDefinition",
    "pass the file of a CRD in version v1",
    "No supported API server serves older forms of CRDs, and other objects have no schema to import.",
  ),
  "crd/import-rejected": error(
    "{reason}",
    "{help}",
    "Annotated types cannot express this, so a CRD generated from the imported types would differ from the original.",
  ),
};

/** Creates one of the generator's diagnostics. */
export function crdProblem(code: `crd/${string}`, details: DiagnosticDetails): Diagnostic {
  return diagnose(crdDiagnostics, code, details);
}
