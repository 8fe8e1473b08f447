// What is wrong with declared hooks: mistakes that keep them out of the OpenAPI document or the catalog. What is wrong with an
// imported document is import/diagnostics.ts.
import { diagnose, type Diagnostic, type DiagnosticDetails, type DiagnosticRule } from "@capstan/kube";
import { importDiagnostics, type ImportCode } from "./import/diagnostics.ts";
import { type HookRule, lockDiagnostics } from "./lock/lock-diagnostics.ts";

/** The codes of mistakes in declared hooks. */
export type HookCode =
  | "openapi/duplicate-component"
  | "openapi/envelope-field"
  | "openapi/no-component-name"
  | "openapi/no-type"
  | "openapi/recursive-alias"
  | "openapi/too-large"
  | "openapi/duplicate-path"
  | "catalog/duplicate-hook"
  | "hooks/unknown-option"
  | "hooks/wrong-option"
  | "hooks/missing-option";

function error(message: string, help: string, explain: string): DiagnosticRule {
  return { severity: "error", message, help, explain };
}

const declaredHooks: Readonly<Record<HookCode, DiagnosticRule>> = {
  "openapi/no-component-name": error(
    'type "{type}" of {module} has no component name',
    "add the module to the prefixes that the generator is given",
    "Every object type in a hook becomes a component of the document, named after the package that its module stands for.",
  ),
  "openapi/duplicate-component": error(
    'two types have the component name "{name}": {first} and {second}',
    "rename one, or set another name with @component",
    "Components are found by name, so two types cannot share one.",
  ),
  "openapi/envelope-field": error(
    'the field {field} of {kind} has no room for "{value}", which is written into it',
    "give the field another name, or make it a string",
    "Each request and response has the version and the kind of its hook in apiVersion and kind. Another meaning of these fields is lost, and a body that its type does not allow is a Failure.",
  ),
  "openapi/duplicate-path": error(
    'two hooks are served at "{path}"',
    "rename one; paths have the name of the hook in lower case",
    "The path of a hook consists of group, version and name, and the case of letters does not count.",
  ),
  "openapi/no-type": error(
    "{what} cannot be written in a hook",
    "use objects, lists, maps, scalars and literals",
    "The document of hooks cannot express discriminated unions; write optional members instead.",
  ),
  "openapi/recursive-alias": error(
    'the alias "{type}" contains itself',
    "write an interface for the objects in it",
    "Interfaces become components, which may refer to themselves. Aliases of lists and maps are written out where they are used, which never ends here.",
  ),
  "openapi/too-large": error(
    'the document has more than {limit} schemas; the alias "{type}" is being written out',
    "write interfaces for the objects in aliases of lists and maps",
    "Interfaces become components, which are written once. Aliases of lists and maps are written out where they are used: ten that each use the next one twice become a thousand.",
  ),
  "catalog/duplicate-hook": error(
    'two hooks are named "{name}"',
    "rename one",
    "The catalog finds hooks by name. The same hook in several versions is allowed: the preferred version has the name, the others have the version appended.",
  ),
  "hooks/unknown-option": error(
    'the hook {hook} has the option "{option}", which defineHook does not know{near}',
    "correct the name, or remove it: the options are {known}",
    "An option that is not known has no effect, so a misspelled one would change what callers do without an error.",
  ),
  "hooks/wrong-option": error(
    "the hook {hook} has {value} as its option `{option}`",
    "write {help}",
    "Paths, catalogs and documents are made from the options of a hook. One of another form makes files that do not compile, or paths that no caller can use.",
  ),
  "hooks/missing-option": error(
    "the hook {hook} has no option `{option}`",
    "add it to the call of defineHook: {help}",
    "Paths, catalogs and documents are made from the options of a hook, and cannot be without this one.",
  ),
};

/** Every diagnostic about hooks, declared, released or imported. */
export const hookDiagnostics: Readonly<Record<HookCode | HookRule | ImportCode, DiagnosticRule>> = {
  ...declaredHooks,
  ...lockDiagnostics,
  ...importDiagnostics,
};

/** Creates a diagnostic about a declared hook. */
export function hookProblem(code: HookCode, details: DiagnosticDetails): Diagnostic {
  return diagnose(declaredHooks, code, details);
}
