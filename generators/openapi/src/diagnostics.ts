// The mistakes that only this generator finds: definitions of hooks it cannot put into one document.
// Raised by emit-openapi.ts and component-schemas.ts; with those of the import, read by `capstan explain`.
import type { DiagnosticRule } from "@capstan/kube";
import { importDiagnostics, type ImportCode } from "./import/import-errors.ts";

/** The codes of these mistakes. */
export type OpenApiCode =
  | "openapi/component-twice"
  | "openapi/no-component-name"
  | "openapi/no-type"
  | "openapi/path-twice";

/** The diagnostics of the OpenAPI generator. */
export const openApiDiagnostics: Readonly<Record<OpenApiCode | ImportCode, DiagnosticRule>> = {
  ...importDiagnostics,
  "openapi/no-component-name": {
    severity: "error",
    message: 'type "{type}" of {module} has no component name',
    hint: "add the module to the prefixes that the generator is given",
    explain:
      "Every object type in a hook becomes a component of the document, named after the package its module stands for.",
  },
  "openapi/component-twice": {
    severity: "error",
    message: 'two types have the component name "{name}": {first} and {second}',
    hint: "rename one, or give it a name of its own",
    explain: "Components are found by name, so two types cannot share one.",
  },
  "openapi/path-twice": {
    severity: "error",
    message: 'two hooks are served at "{path}"',
    hint: "rename one; paths have the hook's name in small letters",
    explain: "The path of a hook is made of group, version and name, and small and capital letters are not told apart.",
  },
  "openapi/no-type": {
    severity: "error",
    message: "{what} cannot be written in a hook",
    hint: "use objects, lists, maps, scalars and literals",
    explain: "The document of hooks has no place for discriminated unions; write optional members instead.",
  },
};
