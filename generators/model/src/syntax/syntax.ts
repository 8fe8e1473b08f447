// What the reader needs of a source file, as plain data: imports, exports, declarations, types, literals, doc comments. Only this folder
// knows the compiler's own tree, so another parser changes nothing outside of it.

/** A stretch of a file, as offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The raw text of a doc comment, markers included. */
export interface CommentSyntax extends Range {
  readonly text: string;
}

/** What a declaration or member is documented with. */
export interface CommentedSyntax {
  readonly comment?: CommentSyntax;
  /** A doc comment after code on the same line; TypeScript assigns it to no declaration. */
  readonly strayComment?: CommentSyntax;
  readonly range: Range;
}

/** One member of an object type or interface. */
export type MemberSyntax =
  | (CommentedSyntax & {
      readonly kind: "property";
      readonly name: string;
      readonly optional: boolean;
      readonly type: TypeSyntax | undefined;
    })
  | (CommentedSyntax & { readonly kind: "index"; readonly key: TypeSyntax | undefined; readonly value: TypeSyntax })
  | (CommentedSyntax & { readonly kind: "unsupported"; readonly what: string });

interface Placed {
  readonly range: Range;
}

/** A type as written. */
export type TypeSyntax = Placed &
  (
    | { readonly kind: "keyword"; readonly name: string }
    | { readonly kind: "literal"; readonly value: string | number | boolean | null }
    | { readonly kind: "reference"; readonly name: readonly string[]; readonly args: readonly TypeSyntax[] }
    | { readonly kind: "list"; readonly element: TypeSyntax }
    | { readonly kind: "union" | "intersection"; readonly members: readonly TypeSyntax[] }
    | { readonly kind: "object"; readonly members: readonly MemberSyntax[] }
    | { readonly kind: "indexed"; readonly object: TypeSyntax; readonly index: TypeSyntax }
    | { readonly kind: "typeof"; readonly name: readonly string[] }
    | { readonly kind: "template"; readonly head: string; readonly parts: readonly TemplatePart[] }
    | { readonly kind: "unsupported"; readonly what: string }
  );

/** A type inside a template literal type, and the literal text behind it. */
export interface TemplatePart {
  readonly type: TypeSyntax;
  readonly text: string;
}

/** An expression, if it can be read without running it. */
export type ValueSyntax = Placed &
  (
    | { readonly kind: "literal"; readonly value: string | number | boolean | null }
    | { readonly kind: "array"; readonly elements: readonly ValueSyntax[] }
    | { readonly kind: "object"; readonly entries: readonly ValueEntry[] }
    | { readonly kind: "name"; readonly name: readonly string[] }
    | { readonly kind: "call"; readonly callee: readonly string[]; readonly args: readonly ValueSyntax[] }
    | { readonly kind: "spread"; readonly of: ValueSyntax }
    | {
        readonly kind: "computed";
        readonly what: string;
        readonly untyped?: UntypedParameter;
        readonly uses?: FunctionUses;
      }
  );

/** The first parameter of a function, where it has no type: as it is written. */
export interface UntypedParameter extends Placed {
  readonly name: string;
}

/** The literals and names in the code of a function. */
export interface FunctionUses {
  readonly literals: readonly (string | number)[];
  readonly names: readonly string[];
}

/** One entry of an object literal; without a key it is a spread. */
export interface ValueEntry {
  readonly key?: string;
  readonly value: ValueSyntax;
}

/** A parameter of a generic. */
export interface TypeParameterSyntax {
  readonly name: string;
  readonly fallback?: TypeSyntax;
}

interface DeclarationSyntax extends CommentedSyntax {
  readonly name: string;
  readonly exported: boolean;
}

/** An interface, with everything it extends. */
export interface InterfaceSyntax extends DeclarationSyntax {
  readonly kind: "interface";
  readonly parameters: readonly TypeParameterSyntax[];
  readonly bases: readonly TypeSyntax[];
  readonly members: readonly MemberSyntax[];
}

/** A type alias. */
export interface AliasSyntax extends DeclarationSyntax {
  readonly kind: "alias";
  readonly parameters: readonly TypeParameterSyntax[];
  readonly type: TypeSyntax;
}

/** A `const` with an initializer. */
export interface ConstantSyntax extends DeclarationSyntax {
  readonly kind: "constant";
  readonly annotation: TypeSyntax | undefined;
  readonly value: ValueSyntax | undefined;
}

/** A class or enum: kept so that a use of it can be explained. */
export interface OtherSyntax extends DeclarationSyntax {
  readonly kind: "class" | "enum";
}

/** A declaration that can be a type. */
export type TypeDeclarationSyntax = InterfaceSyntax | AliasSyntax | OtherSyntax;

/** What a name stands for that a file imports; `imported` is `*` for the whole module. */
export interface ImportSyntax {
  readonly imported: string;
  readonly from: string;
}

/** What a name stands for that a file exports without declaring it there. */
export interface ExportSyntax {
  readonly imported: string;
  /** Absent for `export { local }`. */
  readonly from?: string;
}

/** A source file. */
export interface SourceSyntax {
  /** The absolute path. */
  readonly file: string;
  /** The name that diagnostics and the model use: relative to the project, or `package/path`. */
  readonly name: string;
  /** The npm package that the file belongs to; absent for the project itself. */
  readonly package?: string;
  readonly lineStarts: readonly number[];
  /** By the name in this file. */
  readonly imports: ReadonlyMap<string, ImportSyntax>;
  /** By the name for other files. */
  readonly exports: ReadonlyMap<string, ExportSyntax>;
  /** The modules of `export * from`. */
  readonly exportedModules: readonly string[];
  /** Types by name; more than one entry means merged declarations. */
  readonly types: ReadonlyMap<string, readonly TypeDeclarationSyntax[]>;
  readonly constants: ReadonlyMap<string, ConstantSyntax>;
  /** Functions that are declared with a body. */
  readonly functions: ReadonlyMap<string, FunctionUses>;
  /** The expression of `export default`. */
  readonly defaultExport?: ValueSyntax;
  /** The errors of the parser. */
  readonly errors: readonly SyntaxErrorAt[];
}

/** An error of the parser. */
export interface SyntaxErrorAt extends Range {
  readonly message: string;
  /** The parser used up the stack, and has read nothing of the file. */
  readonly tooDeep?: true;
}
