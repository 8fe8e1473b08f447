// What a TypeScript file declares and exports, read from its syntax.
import ts from "typescript-6";
import { parseFile } from "./parse.ts";

/** A name that a file declares and exports. */
export interface ExportedDeclaration {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly documented: boolean;
}

/** A name that a file exports from another file or package. */
export interface Reexport {
  readonly name: string;
  readonly from: string;
}

/** The exported declarations of a file; overloads, and a type with the value of its name, are one. */
export function exportedDeclarations(path: string): ExportedDeclaration[] {
  return declarationsOf(path, parseFile(path));
}

/** The exported declarations of a tree. */
export function declarationsOf(path: string, tree: ts.SourceFile): ExportedDeclaration[] {
  const found = tree.statements.filter(isExported).flatMap((statement) =>
    namesOf(statement).map((name) => ({
      path,
      name,
      line: tree.getLineAndCharacterOfPosition(statement.getStart(tree)).line + 1,
      documented: hasDocComment(tree, statement),
    })),
  );
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap((same) => {
    const first = same[0];
    return first === undefined ? [] : [{ ...first, documented: same.some(({ documented }) => documented) }];
  });
}

/** The names that a file exports from elsewhere; `*` for all of them. */
export function reexportsOf(path: string): Reexport[] {
  return parseFile(path)
    .statements.filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      const from = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
      if (exportClause === undefined) return [{ name: "*", from }];
      return ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => ({ name: name.text, from }))
        : [{ name: exportClause.name.text, from }];
    });
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return named && statement.name !== undefined ? [statement.name.text] : [];
}

function hasDocComment(tree: ts.SourceFile, statement: ts.Statement): boolean {
  const comments = ts.getLeadingCommentRanges(tree.text, statement.pos) ?? [];
  return comments.some(({ pos }) => tree.text.startsWith("/**", pos));
}
