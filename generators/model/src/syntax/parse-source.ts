// TypeScript text -> SourceSyntax. This folder is the only place that knows ts-morph (whose bundled TypeScript parses): it
// parses and resolves module names, and nothing else. No program, no checker, and no user code is ever run.
import { ts } from "ts-morph";
import { commentsOf, rangeOf } from "./comments.ts";
import { parseMembers, parseType, parseTypeParameters } from "./parse-type.ts";
import { parseValue, usesOf } from "./parse-value.ts";
import type {
  ConstantSyntax,
  ExportSyntax,
  FunctionUses,
  ImportSyntax,
  SourceSyntax,
  SyntaxErrorAt,
  TypeDeclarationSyntax,
  ValueSyntax,
} from "./syntax.ts";

interface Draft {
  readonly imports: Map<string, ImportSyntax>;
  readonly exports: Map<string, ExportSyntax>;
  readonly exportedModules: string[];
  readonly types: Map<string, TypeDeclarationSyntax[]>;
  readonly constants: Map<string, ConstantSyntax>;
  readonly functions: Map<string, FunctionUses>;
  defaultExport?: ValueSyntax;
}

/** How a source is known: where it is, what it is called in the model, and its package. */
export type SourceIdentity = Pick<SourceSyntax, "file" | "name" | "package">;

/** Parses the content of a file. Syntax errors are in `errors`; the declarations that could be parsed are in the result even then. */
export function parseSource(identity: SourceIdentity, text: string): SourceSyntax {
  try {
    return parse(identity, text);
  } catch (caught) {
    if (!(caught instanceof RangeError)) throw caught;
    const error: SyntaxErrorAt = { start: 0, end: 0, message: caught.message, tooDeep: true };
    return { ...identity, lineStarts: [0], ...emptyDraft(), errors: [error] };
  }
}

/** Parses with TypeScript's parser, which uses stack for every level of nesting and throws a RangeError when there is none left. */
function parse(identity: SourceIdentity, text: string): SourceSyntax {
  const source = ts.createSourceFile(identity.file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const draft = emptyDraft();
  for (const statement of source.statements) readStatement(statement, source, draft);
  return { ...identity, lineStarts: source.getLineStarts(), ...draft, errors: syntaxErrors(source) };
}

function emptyDraft(): Draft {
  return {
    imports: new Map(),
    exports: new Map(),
    exportedModules: [],
    types: new Map(),
    constants: new Map(),
    functions: new Map(),
  };
}

function syntaxErrors(source: ts.SourceFile): SyntaxErrorAt[] {
  // The parser keeps its errors in a property that TypeScript does not declare; a program would be needed otherwise.
  const { parseDiagnostics = [] } = source as ts.SourceFile & {
    parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  return parseDiagnostics.map(({ start, length, messageText }) => ({
    start,
    end: start + length,
    message: ts.flattenDiagnosticMessageText(messageText, " "),
  }));
}

function readStatement(statement: ts.Statement, source: ts.SourceFile, draft: Draft): void {
  if (ts.isImportDeclaration(statement)) readImports(statement, draft);
  else if (ts.isExportDeclaration(statement)) readExports(statement, draft);
  else if (ts.isVariableStatement(statement)) readConstants(statement, source, draft);
  else if (ts.isFunctionDeclaration(statement)) readFunction(statement, draft);
  else if (ts.isExportAssignment(statement)) {
    draft.exports.set("default", { imported: "default" });
    draft.defaultExport = parseValue(statement.expression, source);
  } else {
    const type = readType(statement, source);
    if (type === undefined) return;
    const others = draft.types.get(type.name);
    if (others === undefined) draft.types.set(type.name, [type]);
    else others.push(type);
  }
}

function readImports({ importClause, moduleSpecifier }: ts.ImportDeclaration, { imports }: Draft): void {
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const bindings = importClause?.namedBindings;
  if (importClause?.name !== undefined) imports.set(importClause.name.text, { imported: "default", from });
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { imported: "*", from });
  else
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, { imported: (propertyName ?? name).text, from });
}

function readExports(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  { exports, exportedModules }: Draft,
): void {
  const specifier =
    moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const from = specifier === undefined ? {} : { from: specifier };
  if (exportClause === undefined) {
    if (specifier !== undefined) exportedModules.push(specifier);
  } else if (ts.isNamespaceExport(exportClause)) exports.set(exportClause.name.text, { imported: "*", ...from });
  else
    for (const { name, propertyName } of exportClause.elements)
      exports.set(name.text, { imported: (propertyName ?? name).text, ...from });
}

function readFunction({ name, body }: ts.FunctionDeclaration, { functions }: Draft): void {
  if (name !== undefined && body !== undefined) functions.set(name.text, usesOf(body));
}

function isExported(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function readConstants(statement: ts.VariableStatement, source: ts.SourceFile, draft: Draft): void {
  for (const declaration of statement.declarationList.declarations) {
    if (!ts.isIdentifier(declaration.name)) continue;
    const { type, initializer } = declaration;
    draft.constants.set(declaration.name.text, {
      kind: "constant",
      name: declaration.name.text,
      exported: isExported(statement),
      ...commentsOf(statement, source),
      range: rangeOf(declaration, source),
      annotation: type && parseType(type, source),
      value: initializer && parseValue(initializer, source),
    });
  }
}

function readType(statement: ts.Statement, source: ts.SourceFile): TypeDeclarationSyntax | undefined {
  const common = {
    exported: isExported(statement),
    ...commentsOf(statement, source),
    range: rangeOf(statement, source),
  };
  if (ts.isInterfaceDeclaration(statement)) {
    const bases = (statement.heritageClauses ?? []).flatMap((clause) =>
      clause.types.map((base) => parseType(base, source)),
    );
    const parameters = parseTypeParameters(statement.typeParameters, source);
    const members = parseMembers(statement.members, source);
    return { kind: "interface", name: statement.name.text, ...common, parameters, bases, members };
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const parameters = parseTypeParameters(statement.typeParameters, source);
    return { kind: "alias", name: statement.name.text, ...common, parameters, type: parseType(statement.type, source) };
  }
  if (ts.isEnumDeclaration(statement)) return { kind: "enum", name: statement.name.text, ...common };
  if (ts.isClassDeclaration(statement) && statement.name)
    return { kind: "class", name: statement.name.text, ...common };
  return undefined;
}
