// Every mistake the reader can find, in one table: message, mend, and the page of `capstan explain`. Grouped by what the
// author wrote; reasons are the API server's, because that is who rejects the CRD in the end.
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

const structural =
  "A CRD's schema must be structural: every value has exactly one JSON type, known without looking at the value.";

const files: DiagnosticTable = {
  "model/syntax": error(
    "the file is not TypeScript: {problem}",
    "mend the file; your editor or tsc shows the same error",
    "The generator reads files as TypeScript's own parser does and stops where that parser stops.",
  ),
  "model/no-file": error(
    'there is no file "{file}"',
    "check the path, or take it out of the list",
    "A file that was named for reading does not exist or cannot be read.",
  ),
  "model/tsconfig": error(
    "the compiler's options cannot be read: {problem}",
    "correct tsconfig.json, or install what it extends; `npx tsc --showConfig` shows the same error",
    "Its options say where modules are found. Without them imports would be reported that are right.",
  ),
  "model/unresolved-import": error(
    '"{module}" cannot be found from this file',
    "install the package or correct the path; relative imports end in `.ts`",
    "The type stands in another file or package, and TypeScript's module resolution does not find it from here.",
  ),
  "model/unknown-type": error(
    'there is no type "{name}"{suggestion}',
    "declare or import the type",
    "The name is neither declared in this file nor imported into it, nor exported by the module it is imported from.",
  ),
  "model/default-export": error(
    '"{name}" is a default export',
    "export it under its name and import it by that name",
    "A type needs one stable name: it stands in descriptions, in conversions and in diagnostics.",
  ),
  "model/merged-declaration": error(
    'the type "{name}" is declared more than once',
    "keep one declaration and move all its properties there",
    "Merged declarations would make the schema depend on the order of files.",
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
    `${structural} TypeScript gives a property without a type the type any.`,
  ),
  "model/bare-number": error(
    "`number` does not say how wide it is",
    "write `Int32` or `Int64`; `Float` and `Double` where the generator allows them",
    "JSON numbers have no width, Go structs do; API conventions ask for int32 or int64.",
  ),
  "model/undefined": error(
    "JSON has no `undefined`",
    "make the property optional with `?` instead",
    "A field is there or it is not; that is what `?` says.",
  ),
  "model/null-only": error(
    "a field that is always null says nothing",
    "remove the field, or write the type it has when it is not null",
    'The API server rejects `type: "null"`.',
  ),
  "model/not-json": error(
    "`{type}` is not JSON",
    "write a type that JSON has: text, integers, booleans, lists, maps and objects",
    "What an API object holds is JSON: no functions, methods, symbols, bigints or values of `never` and `void`.",
  ),
  "model/javascript-type": error(
    "the JSON form of `{type}` is not its TypeScript form",
    "write `{instead}`",
    "An instance of a JavaScript class does not survive JSON; the wire form has its own type in Capstan.",
  ),
  "model/class": error(
    '"{name}" is a class',
    "write an interface",
    "API objects are plain JSON without behaviour; an interface says their shape without promising methods.",
  ),
  "model/enum": error(
    '"{name}" is a TypeScript enum',
    'write a union of literals: `"A" | "B"`',
    "API files are run by Node, which strips types but cannot run enums.",
  ),
  "model/tuple": error(
    "a tuple has no structural schema",
    "write a list, or an object with one property for each place",
    "The API server forbids a list of schemas in `items`.",
  ),
  "model/computed-type": error(
    "a {type} is not read",
    "write the resulting type out; of the utility types, Partial, Required, Readonly, Pick, Omit and Record are read",
    "The generator reads what is written and does not run the type checker, so that documentation and tags stay with every property.",
  ),
  "model/utility-arguments": error(
    "`{type}` needs {wanted}",
    "write the names as literals",
    "The properties must be known from the text alone.",
  ),
  "model/generic-arguments": error(
    '"{name}" takes {wanted} type arguments, not {given}',
    "give every parameter an argument",
    "A generic is read once for each set of arguments.",
  ),
  "model/endless-generic": error(
    '"{name}" needs itself with ever new arguments',
    "write the recursive part as `JSONValue`",
    "A CRD has no references: every type is written out where it is used.",
  ),
  "model/circular-alias": error(
    'the alias "{name}" stands for itself',
    "write the type it is meant to be",
    "TypeScript reports the same: an alias must lead to a type in the end.",
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
    "write `IntOrString` for a number or a text; otherwise make one optional property for each form",
    `${structural} Only int-or-string is an exception.`,
  ),
  "model/object-union": error(
    "a union of objects needs `@union` and a property with a different text literal in each member",
    "add the discriminator and `@union` to the alias, or write one optional property for each member with `@exactlyOneOf`",
    "The API server forbids types inside oneOf and anyOf, so the members must be told apart by a field.",
  ),
  "model/union-alias": error(
    "`@union` belongs on a named alias of a union of object types",
    "move it to `export type X = A | B`",
    "The union is one schema; its alias gives it a name and a description.",
  ),
  "model/mixed-enum": error(
    "the literals of an enum must all be texts, all whole numbers or all booleans",
    "use one kind of literal",
    `${structural} An enum's values all have that type.`,
  ),
  "model/duplicate-enum": error(
    "the literal {value} stands twice in the union",
    "remove one",
    "A doubled enum value is always a slip.",
  ),
  "model/template-literal": error(
    "`{type}` in a template literal type matches texts that no pattern matches exactly",
    "use `string` parts, unions of literals, or `string` with `@pattern` for the whole",
    "A template literal type becomes a pattern; TypeScript's idea of a number in a text is not a regular one.",
  ),
};

const members: DiagnosticTable = {
  "model/map-key": error(
    "the keys of a map are texts, not `{key}`",
    "write `Record<string, T>`; a union of literals as the key makes properties of them",
    "JSON objects have text keys only.",
  ),
  "model/index-and-properties": error(
    "an index signature and named properties cannot stand together",
    "move the free part into a property of its own, of type `Record<string, T>`",
    "The API server forbids properties together with additionalProperties.",
  ),
  "model/member": error(
    "a {what} is not JSON",
    "write a property with a static name",
    "An API object holds data only, under names known from the text.",
  ),
  "model/unsafe-name": error(
    'a property cannot be named "{name}"',
    "choose another name",
    "The name means something to every JavaScript object, so generated converters could not handle it safely.",
  ),
  "model/duplicate-property": error(
    'the property "{name}" is declared twice',
    "keep one",
    "TypeScript reports the same.",
  ),
};

const comments: DiagnosticTable = {
  "model/stray-comment": error(
    "a doc comment behind code on its line belongs to nothing",
    "put the comment on its own line before what it documents",
    "TypeScript gives such a comment to no declaration, so it would be lost.",
  ),
  "model/unknown-tag": error(
    'there is no tag "@{tag}"{suggestion}',
    "correct the name, or write `\\@` for a line of text that begins with @",
    "Unknown tags are errors, because a misspelled constraint would silently not be there.",
  ),
  "model/tag-value": error(
    "@{tag} needs {wanted}",
    "give it that value, on the line of the tag",
    "The value goes into the schema, where a wrong one would be rejected or, worse, mean something else.",
  ),
  "model/tag-twice": error(
    "@{tag} stands twice",
    "keep one",
    "The schema holds one value for it, so one of the two would silently win.",
  ),
  "model/tag-place": error(
    "@{tag} does not fit {what}; it is for {wanted}",
    "remove it, or move it to where it belongs; `@items.` and `@values.` reach the elements of a list or map",
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
    "write a literal, or the name of a constant that is one",
    "The generator never runs the author's code: everything about a kind is a static literal.",
  ),
  "model/definition-arguments": error(
    "{definer} takes {wanted}",
    "write the call as the documentation of the function shows",
    "The generator reads the definition from the text of the call.",
  ),
  "model/annotation": error(
    'the constant "{name}" has no type that names what it defines',
    "annotate it: `export const {name}: {wanted} = {definer}(...)`",
    "The annotation tells TypeScript and the generator which types the definition is about.",
  ),
  "model/not-exported": error(
    'the definition "{name}" is not exported',
    "write `export const`",
    "Programs import the definition to know the kind at run time.",
  ),
  "model/root-object": error(
    '"{name}" does not extend `KubeObject<apiVersion, kind>` with two literals',
    'write `interface {name} extends KubeObject<"group/version", "Kind">`',
    "Kinds are nominal: the literals tell one kind from another, for TypeScript and for the generator.",
  ),
  "model/identity": error(
    'the definition says {field} "{given}", the type "{root}" says "{wanted}"',
    "make the two equal",
    "The type and the definition speak of one kind.",
  ),
  "model/duplicate-definition": error(
    "{kind} in {apiVersion} is defined twice, first at {first}",
    "keep one definition",
    "One version of a kind has one schema.",
  ),
  "model/template-of": error(
    'the first argument of defineTemplate is not a kind defined by this project: "{name}"',
    "give it the constant of the kind",
    "A template's schema is derived from the kind it is a template of.",
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

/** Makes one of the reader's diagnostics. */
export function problem(code: ModelCode, details: DiagnosticDetails): Diagnostic {
  return diagnose(modelDiagnostics, code, details);
}
