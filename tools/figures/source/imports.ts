// What a TypeScript file imports: module specifiers of imports, exports, `import()` and import types.
import ts from "typescript-6";
import { parseFile, walk } from "./parse.ts";

/** One import. */
export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** The imports of a file of the repository. */
export function importsOf(path: string): Import[] {
  return importsIn(parseFile(path));
}

/** The imports of a tree. */
export function importsIn(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  walk(tree, (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteral(specifier))
      found.push({
        specifier: specifier.text,
        line: tree.getLineAndCharacterOfPosition(specifier.getStart(tree)).line + 1,
      });
  });
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}
