// What keeps a foreign hook document from being imported, and how it is reported. One table; `capstan explain` reads it
// through ../diagnostics.ts.
import { diagnose, type Diagnostic, type DiagnosticRule, type JsonPath, type Position } from "@capstan/kube";

/** The codes of this table. */
export type ImportCode =
  | "openapi/import-version"
  | "openapi/import-mixed"
  | "openapi/import-document"
  | "openapi/import-no-hooks"
  | "openapi/import-path"
  | "openapi/import-operation"
  | "openapi/import-name"
  | "openapi/import-hook-twice"
  | "openapi/import-body"
  | "openapi/import-status"
  | "openapi/import-reference"
  | "openapi/import-schema"
  | "openapi/import-circular"
  | "openapi/import-types";

function error(message: string, hint: string, explain: string): DiagnosticRule {
  return { severity: "error", message, hint, explain };
}

/** The diagnostics of the import of hook documents. */
export const importDiagnostics: Readonly<Record<ImportCode, DiagnosticRule>> = {
  "openapi/import-version": error(
    "the document is written in {found}, and hooks are imported from OpenAPI 3.0",
    "convert the document to OpenAPI 3.0, or ask its author for that version",
    "Runtime Hooks are specified in OpenAPI 3.0, as Cluster API's own are. Versions 2 and 3.1 say the same things in other words, and reading them as 3.0 would give wrong types.",
  ),
  "openapi/import-mixed": error(
    "the file has an OpenAPI document and {count} more",
    "put every document into a file of its own",
    "A hook document is one file; files of CRDs may hold many. Several files can be named in one call.",
  ),
  "openapi/import-document": error(
    "{what} is {found}, and must be {wanted}",
    "correct the document",
    "The document does not have the form of an OpenAPI document.",
  ),
  "openapi/import-no-hooks": error(
    "the document has no paths",
    "give the document of a Runtime Extension's hooks, with a path for every hook",
    "Every hook is a path, /<group>/<version>/<name>/{name}; a document without paths defines none.",
  ),
  "openapi/import-path": error(
    '"{path}" is not the path of a hook',
    "write it as {form}, without the last part for a hook with one handler, or take it out of the document",
    "Callers post to /<group>/<version>/<hook>/<handler>, and so the path alone says which hook is meant; for example /hooks.runtime.cluster.x-k8s.io/v1alpha1/beforeclustercreate/{name}.",
  ),
  "openapi/import-operation": error(
    'the path "{path}" has {found}, and hooks have a post operation alone',
    "leave only `post`",
    "Hooks are called by POST. Any other method on the path of a hook would never be used.",
  ),
  "openapi/import-name": error(
    'nothing says how the name of the hook "{name}" is spelled',
    "name the schema of its request <Name>Request, or let its operationId end with the name: hooksExampleV1BeforeUpgrade",
    "Paths have names in small letters, but discovery and the kinds of requests carry the name as it is written: BeforeUpgrade. It is taken from the names of the request and the response, else from the operationId.",
  ),
  "openapi/import-hook-twice": error(
    'the hook "{name}" of {version} stands twice in the document: at "{first}" and at "{second}"',
    "take one out, or give them different names or versions",
    "Handlers and callers find a hook by name and version, so there can be only one of each. Paths do not tell small and capital letters apart.",
  ),
  "openapi/import-body": error(
    "the hook {name} has no {side} in application/json",
    "give it one, a schema under content: application/json",
    "Every hook has a request, and a response under status 200, both JSON objects.",
  ),
  "openapi/import-status": error(
    "the response of the hook {name} has no required text `status`",
    "add `status` to the response's properties and to its required fields",
    "A handler answers Success or Failure in the field `status`; callers take any other answer for an error.",
  ),
  "openapi/import-reference": error(
    'the reference "{reference}" {problem}',
    "move what it points to into components of this document, and write #/components/schemas/<name>",
    "Import reads the files that are named to it and nothing else: no other file and nothing from the network. References lead to components of the same document.",
  ),
  "openapi/import-schema": error(
    "{problem}",
    "{mend}",
    "Types for hooks are objects, lists, maps, scalars and enums, each with one JSON type. What has no such type, such as a choice between several schemas, has no TypeScript that gives the schema back.",
  ),
  "openapi/import-circular": error(
    "the component {name} leads back to itself without an object in between",
    "put an object with fields on the way, or end the circle",
    "Objects may contain themselves, since each is an interface with a name. Lists, maps and names for other schemas are written out where they are used, which would never end.",
  ),
  "openapi/import-types": error(
    "openapi-typescript cannot make types of the document: {problem}",
    "correct the document",
    "The types of a hook document are made by the library openapi-typescript; this is what it says.",
  ),
};

/** Where diagnostics are collected, and where in the file a path of the document stands. */
export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly positionOf: (path: JsonPath) => Position;
}

/** Reports a mistake at a path of the document. */
export function refuse(
  { diagnostics, positionOf }: Findings,
  code: ImportCode,
  at: { readonly path: JsonPath; readonly values?: Readonly<Record<string, string | number>> },
): void {
  diagnostics.push(diagnose(importDiagnostics, code, { values: at.values ?? {}, position: positionOf(at.path) }));
}

/** Reports a schema that types cannot say, and the way out. */
export function rejectSchema(
  findings: Findings,
  path: JsonPath,
  values: { readonly problem: string; readonly mend: string },
): void {
  refuse(findings, "openapi/import-schema", { path, values });
}
