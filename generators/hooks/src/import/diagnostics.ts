// What keeps a foreign hook document from being imported, and how it is reported.
import { diagnose, type Diagnostic, type DiagnosticRule, type JsonPath, type Position } from "@capstan/kube";

/** The codes of this table. */
export type ImportCode =
  | "openapi/import-version"
  | "openapi/import-mixed"
  | "openapi/import-document"
  | "openapi/import-no-hooks"
  | "openapi/import-path"
  | "openapi/import-file"
  | "openapi/import-operation"
  | "openapi/import-name"
  | "openapi/import-duplicate-hook"
  | "openapi/import-body"
  | "openapi/import-status"
  | "openapi/import-reference"
  | "openapi/import-schema"
  | "openapi/import-circular"
  | "openapi/import-size"
  | "openapi/import-types";

function error(message: string, help: string, explain: string): DiagnosticRule {
  return { severity: "error", message, help, explain };
}

/** The diagnostics of the import of hook documents. */
export const importDiagnostics: Readonly<Record<ImportCode, DiagnosticRule>> = {
  "openapi/import-version": error(
    "the document is in {found}, and hooks are imported from OpenAPI 3.0",
    "convert the document to OpenAPI 3.0, or ask its author for that version",
    "Runtime Hooks are specified in OpenAPI 3.0, as Cluster API's own are. Versions 2 and 3.1 use other keywords, and reading them as 3.0 would give wrong types.",
  ),
  "openapi/import-mixed": error(
    "the file has an OpenAPI document and {count} more",
    "move every document to its own file",
    "A file of hooks has one document; files of CRDs may have many. One call imports several files.",
  ),
  "openapi/import-document": error(
    "{what} is {found}, and must be {wanted}",
    "correct the document",
    "The document does not have the structure of an OpenAPI document.",
  ),
  "openapi/import-no-hooks": error(
    "the document has no paths",
    "pass the document of a Runtime Extension's hooks, with a path for every hook",
    "Every hook is a path, /<group>/<version>/<name>/{name}; a document without paths defines none.",
  ),
  "openapi/import-path": error(
    '"{path}" is not the path of a hook',
    "write it as {form}, without the last part for a hook with one handler, or remove it from the document",
    "Callers post to /<group>/<version>/<hook>/<handler>, so the path identifies the hook; for example /hooks.runtime.cluster.x-k8s.io/v1alpha1/beforeclustercreate/{name}.",
  ),
  "openapi/import-file": error(
    '"{name}" {problem}',
    "give the hook another group or version, or import it from a document of its own to another folder",
    "The hooks of a group and version are in a file with the name of the group, in which hyphens replace dots, in a folder with the name of the version. Windows has no files that are called con, prn, aux, nul, com1 or lpt1, whatever their ending.",
  ),
  "openapi/import-operation": error(
    'the path "{path}" has {found}, and hooks have only a post operation',
    "keep only `post`",
    "Hooks are called with POST. No caller uses another method on the path of a hook.",
  ),
  "openapi/import-name": error(
    'the upper and lower case of the name of the hook "{name}" is not known',
    "name the schema of its request <Name>Request, or end its operationId with the name: hooksExampleV1BeforeUpgrade",
    "Paths have names in lower case, but discovery and the kinds of requests have the real name: BeforeUpgrade. It is taken from the names of the request and the response, or from the operationId.",
  ),
  "openapi/import-duplicate-hook": error(
    'the hook "{name}" of {version} is twice in the document: at "{first}" and at "{second}"',
    "remove one, or give them different names or versions",
    "Handlers and callers find a hook by name and version, so there can be only one of each. The case of letters in a path does not count.",
  ),
  "openapi/import-body": error(
    "the hook {name} has no {side} in application/json",
    "add a schema under content: application/json",
    "Every hook has a request, and a response under status 200, both JSON objects.",
  ),
  "openapi/import-status": error(
    "the response of the hook {name} has no required string `status`",
    "add `status` to the response's properties and to its required fields",
    "A handler sets the field `status` to Success or Failure; callers treat any other response as an error.",
  ),
  "openapi/import-reference": error(
    'the reference "{reference}" {problem}',
    "move its target to the components of this document, and write #/components/schemas/<name>",
    "Import reads only the files that it is called with: no other file, and nothing from the network. References must name components of the same document.",
  ),
  "openapi/import-schema": error(
    "{problem}",
    "{help}",
    "Types of hooks are objects, lists, maps, scalars and enums, each with one JSON type. A schema without one, such as a choice between several schemas, cannot be generated again from TypeScript.",
  ),
  "openapi/import-circular": error(
    "the component {name} refers to itself without an object in between",
    "add an object with fields in between, or remove one of the references",
    "Objects may contain themselves, because each becomes an interface with a name. Lists, maps and aliases are written out where they are used, which would never end.",
  ),
  "openapi/import-size": error(
    "with references followed, the document has {size}",
    "give objects that are used in several places a component of their own with `type: object`, without `allOf`",
    "References, and `allOf` above all, can describe types of any size in a few lines. The limits for one document are 100,000 schemas, 200 levels, and 1,000,000 fields that `allOf` copies or compares; they are far above those of real hooks.",
  ),
  "openapi/import-types": error(
    "openapi-typescript cannot create types from the document: {problem}",
    "correct the document",
    "The library openapi-typescript creates the types of a hook document; this is its message.",
  ),
};

/** The diagnostics so far, and the position of a path of the document in its file. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly positionOf: (path: JsonPath) => Position;
}

/** Reports a mistake at a path of the document. Returns undefined, the result of a part that cannot be read. */
export function rejectAt(
  { diagnostics, positionOf }: Findings,
  code: ImportCode,
  at: { readonly path: JsonPath; readonly values?: Readonly<Record<string, string | number>> },
): undefined {
  diagnostics.push(diagnose(importDiagnostics, code, { values: at.values ?? {}, position: positionOf(at.path) }));
}

/** Reports a schema that types cannot express. */
export function rejectSchema(
  findings: Findings,
  path: JsonPath,
  values: { readonly problem: string; readonly help: string },
): void {
  rejectAt(findings, "openapi/import-schema", { path, values });
}
