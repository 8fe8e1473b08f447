// TypeScript text -> SourceSyntax. This folder is the only place that knows ts-morph (whose bundled TypeScript parses): it
// parses and resolves module names, and nothing else. No program, no checker, and no user code is ever run.
import { ts } from "ts-morph";
import { commentsOf, rangeOf } from "./comments.ts";
import { parseMembers, parseType, parseTypeParameters } from "./parse-type.ts";
import { parseValue } from "./parse-value.ts";
import type {
  ConstantSyntax,
  ExportSyntax,
  ImportSyntax,
  SourceSyntax,
  SyntaxErrorAt,
  TypeDeclarationSyntax,
  ValueSyntax,
} from "./syntax.ts";

interface Draft {
  readonly imports: ImportSyntax[];
  readonly exports: ExportSyntax[];
  readonly types: Map<string, TypeDeclarationSyntax[]>;
  readonly constants: Map<string, ConstantSyntax>;
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
  return { imports: [], exports: [], types: new Map(), constants: new Map() };
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
  if (ts.isImportDeclaration(statement)) draft.imports.push(...readImports(statement, source));
  else if (ts.isExportDeclaration(statement)) draft.exports.push(...readExports(statement, source));
  else if (ts.isVariableStatement(statement)) readConstants(statement, source, draft);
  else if (ts.isExportAssignment(statement)) {
    draft.exports.push({ exported: "default", imported: "default", range: rangeOf(statement, source) });
    draft.defaultExport = parseValue(statement.expression, source);
  } else {
    const type = readType(statement, source);
    if (type !== undefined) draft.types.set(type.name, [...(draft.types.get(type.name) ?? []), type]);
  }
}

function readImports(statement: ts.ImportDeclaration, source: ts.SourceFile): ImportSyntax[] {
  const clause = statement.importClause;
  const from = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : "";
  const range = rangeOf(statement, source);
  const bindings = clause?.namedBindings;
  const whole = clause?.name === undefined ? [] : [{ local: clause.name.text, imported: "default", from, range }];
  if (bindings === undefined) return whole;
  if (ts.isNamespaceImport(bindings)) return [...whole, { local: bindings.name.text, imported: "*", from, range }];
  return [
    ...whole,
    ...bindings.elements.map(({ name, propertyName }) => ({
      local: name.text,
      imported: (propertyName ?? name).text,
      from,
      range,
    })),
  ];
}

function readExports(statement: ts.ExportDeclaration, source: ts.SourceFile): ExportSyntax[] {
  const specifier = statement.moduleSpecifier;
  const from = specifier !== undefined && ts.isStringLiteral(specifier) ? { from: specifier.text } : {};
  const range = rangeOf(statement, source);
  const clause = statement.exportClause;
  if (clause === undefined) return [{ exported: "*", imported: "*", ...from, range }];
  if (ts.isNamespaceExport(clause)) return [{ exported: clause.name.text, imported: "*", ...from, range }];
  return clause.elements.map(({ name, propertyName }) => ({
    exported: name.text,
    imported: (propertyName ?? name).text,
    ...from,
    range,
  }));
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
