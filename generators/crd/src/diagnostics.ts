// What the CRD generator itself rejects, with the pages of `capstan explain`. Mistakes in the TypeScript are the reader's
// (generators/model), rules of the API server are @capstan/schema's, rules of Cluster API's contracts @capstan/contract's.
import {
  diagnose,
  type Diagnostic,
  type DiagnosticDetails,
  type DiagnosticRule,
  type DiagnosticTable,
} from "@capstan/kube";

function error(message: string, hint: string, explain: string): DiagnosticRule {
  return { severity: "error", message, hint, explain };
}

/** The generator's diagnostics by code. */
export const crdDiagnostics: DiagnosticTable = {
  "crd/recursive-type": error(
    "the type contains itself: {cycle}",
    "write `JSONValue` where it recurs, or copies of limited depth",
    "The API server forbids references in schemas, so every type is written out where it is used; one that contains itself has no end.",
  ),
  "crd/empty-object": error(
    "the object type has no properties",
    "write `EmptyObject` for an object without fields, or `JSONObject` for one with any fields",
    "The API server silently removes every field that a schema does not name: an object without properties would always be empty.",
  ),
  "crd/float": error(
    "`{type}` is a floating-point number",
    "write `Int32`, `Int64` or `Quantity`, or allow floats by the option `allowFloats`",
    "Floating-point numbers do not survive the way through languages and encodings unchanged, so Kubernetes APIs avoid them.",
  ),
  "crd/tag-conflict": error(
    "@{tag} {given} here, but its type says {wanted}",
    "keep the one at the type, or use a type of its own here",
    "A property may narrow what its type says (a smaller range), never widen or contradict it: the schema has room for one value only.",
  ),
  "crd/one-of-field": error(
    '@{tag} names "{name}", which is {problem}',
    "name optional properties of this type",
    "The rule counts which fields are set; a field that does not exist makes it invalid, and one that is always set makes it pointless.",
  ),
  "crd/union-conflict": error(
    'the property "{name}" has different types in the members "{first}" and "{second}" of the union',
    "give it the same type in both, or different names",
    "A union becomes one object with the properties of all members, since the API server forbids types inside oneOf.",
  ),
  "crd/template-immutable": error(
    '@immutable on "{name}" would reach the template {template}',
    "remove it: the template-immutability webhook of controller-kit does this job for templates",
    "Topology controllers change templates in dry runs, which must pass; a CEL rule sees neither the dry run nor annotations and would refuse them.",
  ),
  "crd/template-kind": error(
    "there is no definition of {kind} in {apiVersion} to make a template of",
    "read the file that defines it, too",
    "A template's schema is derived from the kind it is a template of.",
  ),
  "crd/template-omit": error(
    'the template omits "{name}", which the spec of {kind} does not have',
    "correct the name, or remove it from `omit`",
    "`omit` names the fields of the kind's spec that templates do not have.",
  ),
  "crd/column-path": error(
    'the path {path} of column "{column}" leads to no field',
    "correct the path; tsc lists the right ones",
    'kubectl would print an empty column. A path begins at the object: .spec.region, .status.conditions[?(@.type=="Ready")].status.',
  ),
  "crd/versions-differ": error(
    "the versions of {kind} disagree about {field}: {first} in {firstVersion}, {second} in {secondVersion}",
    "say the same in both",
    "All versions of a kind are one CustomResourceDefinition, which has one scope and one set of names.",
  ),
  "crd/import-column": {
    severity: "warning",
    message: 'column "{column}" of {version} is left out: its path {path} leads to no field',
    hint: "correct the path in the imported file's printColumns, if the column is wanted",
    explain: "The column is empty in kubectl today. A typed definition cannot name a field that is not there.",
  },
  "crd/import-kind": error(
    "{what} cannot be imported: it is no apiextensions.k8s.io/v1 CustomResourceDefinition",
    "give the file of a CRD in version v1",
    "Older forms of CRDs are no longer served by any API server, and other objects have no schema to import.",
  ),
  "crd/import-refused": error(
    "{reason}",
    "{mend}",
    "The annotation scheme has no way to say this, so a CRD generated from imported types would differ from the one imported.",
  ),
};

/** Makes one of the generator's diagnostics. */
export function problem(code: `crd/${string}`, details: DiagnosticDetails): Diagnostic {
  return diagnose(crdDiagnostics, code, details);
}
