// Every mistake that the reader finds: message, help, and the page of `capstan explain`. Grouped by what the author wrote.
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

const structural =
  "A CRD's schema must be structural: every value has exactly one JSON type, known without looking at the value.";

const files: DiagnosticTable = {
  "model/syntax": error(
    "the file is not TypeScript: {problem}",
    "fix the file; your editor or tsc shows the same error",
    "The generator reads files as TypeScript's own parser does and stops where that parser stops.",
  ),
  "model/no-file": error(
    'there is no file "{file}"',
    "correct the path, or remove it from the list",
    "A file that the generator was given does not exist.",
  ),
  "model/unreadable-file": error(
    'cannot read "{file}": {problem}',
    "{help}",
    "The file exists, but the system does not let the generator read it. Until it can be read, no other mistake of the API is reported.",
  ),
  "model/tsconfig": error(
    "the compiler's options cannot be read: {problem}",
    "correct tsconfig.json, or install what it extends; `npx tsc --showConfig` shows the same error",
    "Its options decide where modules are found. Without them, correct imports would be reported.",
  ),
  "model/unresolved-import": error(
    '"{module}" cannot be found from this file',
    "install the package or correct the path; relative imports end in `.ts`",
    "The type is declared in another file or package, and TypeScript's module resolution does not find that from here.",
  ),
  "model/unknown-type": error(
    'there is no type "{name}"{suggestion}',
    "declare or import the type",
    "The name is not declared in this file and not imported into it, or the module that it is imported from does not export it.",
  ),
  "model/default-export": error(
    '"{name}" is a default export',
    "export it under its name and import it by that name",
    "A type needs one stable name, which is used in descriptions, conversions and diagnostics.",
  ),
  "model/merged-declaration": error(
    'the type "{name}" is declared more than once',
    "keep one declaration and move all its properties there",
    "If declarations were merged, the schema would depend on the order of files.",
  ),
};

const types: DiagnosticTable = {
  "model/untyped": error(
    "`{type}` has no structural schema",
    "write `JSONValue` for any JSON, `JSONObject` for any JSON object, or `EmptyObject` for an object without fields",
    `${structural} The API server would reject a schema without a type, and silently prune every field of a bare object.`,
  ),
  "model/missing-type": error(
    'the property "{name}" has no type',
    "write its type",
    `${structural} In TypeScript, a property without a type has the type any.`,
  ),
  "model/bare-number": error(
    "`number` has no size",
    "write `Int32` or `Int64`; or `Float` or `Double` where capstan.config.ts sets `allowFloats`",
    "Numbers in JSON have no size, and fields of Go structs have one; the API conventions ask for int32 or int64.",
  ),
  "model/undefined": error(
    "JSON has no `undefined`",
    "make the property optional with `?` instead",
    "In JSON, a field is present or absent; `?` expresses that.",
  ),
  "model/null-only": error(
    "a field that is always null carries no information",
    "remove the field, or write the type it has when it is not null",
    'The API server rejects `type: "null"`.',
  ),
  "model/not-json": error(
    "`{type}` is not JSON",
    "write a type that JSON has: strings, integers, booleans, lists, maps and objects",
    "API objects are JSON: they have no functions, methods, symbols, bigints or values of `never` and `void`.",
  ),
  "model/javascript-type": error(
    "`{type}` has another form in JSON than in TypeScript",
    "write `{instead}`",
    "An instance of a JavaScript class is lost in JSON; Capstan has types for the JSON forms.",
  ),
  "model/class": error(
    '"{name}" is a class',
    "write an interface",
    "API objects are plain JSON without methods; an interface describes their shape.",
  ),
  "model/enum": error(
    '"{name}" is a TypeScript enum',
    'write a union of literals: `"A" | "B"`',
    "Node runs API files by removing their types, which is not possible for enums.",
  ),
  "model/tuple": error(
    "a tuple has no structural schema",
    "write a list, or an object with one property for each element",
    "The API server forbids a list of schemas in `items`.",
  ),
  "model/computed-type": error(
    "the generator does not evaluate a {type}",
    "write out the resulting type; the utility types Partial, Required, Readonly, Pick, Omit and Record are supported",
    "The generator reads the syntax tree and does not run the type checker: the checker would lose the documentation and the tags of properties.",
  ),
  "model/utility-arguments": error(
    "`{type}` needs {wanted}",
    "write the names as literals",
    "The generator must know the properties without running the type checker.",
  ),
  "model/generic-arguments": error(
    '"{name}" takes {wanted} type arguments, not {given}',
    "write an argument for every type parameter",
    "A generic type becomes one type for each set of arguments.",
  ),
  "model/endless-generic": error(
    '"{name}" refers to itself with different arguments every time',
    "write the recursive part as `JSONValue`",
    "A CRD has no references: every type is written out where it is used.",
  ),
  "model/too-many-generics": error(
    'generic types are used with more than {limit} sets of arguments; "{name}" is the first beyond them',
    "write a part of them without type parameters, or as `JSONValue`",
    "A generic type becomes one type for each set of arguments. A generic that uses two others with arguments of its own doubles them at every level.",
  ),
  "model/too-deep": error(
    "types are nested deeper than {limit} levels",
    "write a part of them as `JSONValue`, or with fewer levels",
    "Kubernetes rejects objects and schemas that are nested far less deeply, and reading uses stack for every level.",
  ),
  "model/circular-alias": error(
    'the alias "{name}" refers to itself',
    "write the type that the alias is meant to be",
    "TypeScript reports the same: an alias must be the name of a type.",
  ),
  "model/base": error(
    "only object types can be extended, and this is {what}",
    "extend an interface or an alias of an object type",
    "The properties of every base become properties of the type.",
  ),
  "model/property-conflict": error(
    'the property "{name}" is declared in {first} and in {second} with different types',
    "give both the same type, or rename one",
    "Structural schemas cannot merge two types of one field.",
  ),
};

const unions: DiagnosticTable = {
  "model/mixed-union": error(
    "a union of {kinds} has no single JSON type",
    "write `IntOrString` for a number or a string; otherwise write one optional property for each form",
    `${structural} Only int-or-string is an exception.`,
  ),
  "model/object-union": error(
    "a union of objects needs `@union` and a property with a different string literal in each member",
    "add the discriminator and `@union` to the alias, or write one optional property for each member with `@exactlyOneOf`",
    "The API server forbids types inside oneOf and anyOf, so a field must identify the member.",
  ),
  "model/union-alias": error(
    "`@union` belongs on a named alias of a union of object types",
    "move it to `export type X = A | B`",
    "The union becomes one schema, and its alias has the name and the description.",
  ),
  "model/mixed-enum": error(
    "the literals of an enum must be all strings, all whole numbers or all booleans",
    "use one kind of literal",
    `${structural} All values of an enum have that type.`,
  ),
  "model/duplicate-enum": error(
    "the literal {value} is twice in the union",
    "remove one",
    "The API server rejects an enum with equal values.",
  ),
  "model/template-literal": error(
    "`{type}` in a template literal type has no exact pattern",
    "use `string` parts, unions of literals, or `string` with `@pattern` for the whole",
    "A template literal type becomes a pattern; no regular expression matches exactly the numbers that TypeScript accepts in a string.",
  ),
};

const members: DiagnosticTable = {
  "model/map-key": error(
    "the keys of a map are strings, not `{key}`",
    "write `Record<string, T>`; with a union of literals as the key, each literal becomes a property",
    "The keys of JSON objects are strings.",
  ),
  "model/index-and-properties": error(
    "a type cannot have an index signature and named properties",
    "move the free part into a property of its own, of type `Record<string, T>`",
    "The API server forbids properties together with additionalProperties.",
  ),
  "model/member": error(
    "a {what} is not JSON",
    "write a property with a static name",
    "An API object has data only, and the generator must know every name without running code.",
  ),
  "model/unsafe-name": error(
    'a property cannot be named "{name}"',
    "choose another name",
    "Every JavaScript object has a property of that name, so generated converters could not handle it safely.",
  ),
  "model/duplicate-property": error(
    'the property "{name}" is declared twice',
    "keep one",
    "TypeScript reports the same.",
  ),
};

const comments: DiagnosticTable = {
  "model/stray-comment": error(
    "a doc comment after code on the same line belongs to no declaration",
    "move the comment to a line of its own before what it documents",
    "TypeScript gives such a comment to no declaration, so it would be lost.",
  ),
  "model/unknown-tag": error(
    'there is no tag "@{tag}"{suggestion}',
    "correct the name, or write `\\@` for a line of the description that begins with @",
    "Unknown tags are errors, because a misspelled constraint would be missing without a warning.",
  ),
  "model/tag-value": error(
    "@{tag} needs {wanted}",
    "write that value on the line of the tag",
    "The value becomes part of the schema, where a wrong value is rejected or has another meaning.",
  ),
  "model/duplicate-tag": error(
    "@{tag} is set twice",
    "keep one",
    "The schema has one value for it, so the other one would be ignored without a warning.",
  ),
  "model/tag-place": error(
    "@{tag} does not fit {what}; it is for {wanted}",
    "remove it, or move it to where it belongs; `@items.` and `@values.` apply to the elements of a list or map",
    "The API server rejects or ignores the keyword on a value of another type.",
  ),
  "model/text-after-tag": error(
    'text after @{tag}: "{text}"',
    "put the description before the tags",
    "It is unclear whether the line continues the value or the description.",
  ),
};

const definitions: DiagnosticTable = {
  "model/computed-value": error(
    "{what} cannot be read without running it",
    "write a literal, or the name of a constant with a literal",
    "The generator never runs the code of the project: every option of a definition is a static literal.",
  ),
  "model/duplicate-key": error(
    'the key "{key}" is written twice in one object',
    "keep one of them; to give a field several rules, write them as one object",
    "Only the last value of a key counts, so what was written first would have no effect. TypeScript reports the same.",
  ),
  "model/definition-arguments": error(
    "{definer} takes {wanted}",
    "write the call as the documentation of the function shows",
    "The generator reads the definition from the syntax of the call.",
  ),
  "model/untyped-parameter": error(
    'the parameter "{name}" of a function has no type',
    "write the type of the field behind it, for example `(value: string) => ...`",
    "TypeScript checks the functions of a conversion by the types of their parameters. A parameter without one has the type `never`, on which no property exists.",
  ),
  "model/annotation": error(
    'the constant "{name}" has no type that names what it defines',
    "annotate it: `export const {name}: {wanted} = {definer}(...)`",
    "The annotation names the types of the definition for TypeScript and for the generator.",
  ),
  "model/not-exported": error(
    'the definition "{name}" is not exported',
    "write `export const`",
    "Programs import the definition at run time.",
  ),
  "model/root-object": error(
    '"{name}" does not extend `KubeObject<apiVersion, kind>` with two literals',
    'write `interface {name} extends KubeObject<"group/version", "Kind">`',
    "The literals identify the kind, for TypeScript and for the generator.",
  ),
  "model/identity": error(
    '{field} is "{given}" in the definition and "{wanted}" in the type "{root}"',
    "write the same value in both",
    "The type and the definition describe the same kind.",
  ),
  "model/duplicate-definition": error(
    "{kind} in {apiVersion} is defined twice, first at {first}",
    "keep one definition",
    "One version of a kind has one schema.",
  ),
  "model/template-of": error(
    'the first argument of defineTemplate is not a kind defined by this project: "{name}"',
    "pass the constant of the kind",
    "The schema of a template is derived from its kind.",
  ),
};

/** The reader's diagnostics by code, for `capstan explain`. */
export const modelDiagnostics: DiagnosticTable = {
  ...files,
  ...types,
  ...unions,
  ...members,
  ...comments,
  ...definitions,
};

/** A code of the reader's table; one that the table lacks throws when it is used. */
export type ModelCode = `model/${string}`;

/** Creates one of the reader's diagnostics. */
export function modelProblem(code: ModelCode, details: DiagnosticDetails): Diagnostic {
  return diagnose(modelDiagnostics, code, details);
}
