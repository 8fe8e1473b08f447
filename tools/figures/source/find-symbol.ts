// Finds where the product's sources declare a name: a function, a class, a constant, a type, or `Class.member`.
import ts from "typescript-6";
import { productSources } from "./files.ts";
import { parseFile, walk } from "./parse.ts";

/** A declaration's place. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

/** Every place below a folder that declares the symbol; overloads count once. */
export function findSymbol(folder: string, symbol: string): Place[] {
  const [owner, member] = symbol.includes(".") ? symbol.split(".") : [undefined, symbol];
  return productSources()
    .filter((path) => path.startsWith(`${folder}/`))
    .flatMap((path) => {
      const tree = parseFile(path);
      const name = nodesNamed(tree, owner, member)[0];
      if (name === undefined) return [];
      return [{ path, line: tree.getLineAndCharacterOfPosition(name.getStart(tree)).line + 1 }];
    });
}

/** The names of matching declarations at the top of a file, or of members of its class or interface `owner`. */
function nodesNamed(tree: ts.SourceFile, owner: string | undefined, member: string | undefined): ts.Node[] {
  const found: ts.Node[] = [];
  const look = (scope: ts.Node): void =>
    ts.forEachChild(scope, (node) => {
      const name = declaredName(node);
      if (name !== undefined && name.getText(tree) === member) found.push(name);
    });
  if (owner === undefined) {
    look(tree);
    for (const statement of tree.statements) if (ts.isVariableStatement(statement)) look(statement.declarationList);
  } else
    walk(tree, (node) => {
      if ((ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name?.text === owner) look(node);
    });
  return found;
}

function declaredName(node: ts.Node): ts.Node | undefined {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node);
  return named ? node.name : undefined;
}
