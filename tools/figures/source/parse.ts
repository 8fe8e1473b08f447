// Syntax trees of TypeScript files, each parsed once.
import ts from "typescript-6";
import { readSource } from "./files.ts";

const trees = new Map<string, ts.SourceFile>();

/** The syntax tree of a file of the repository. */
export function parseFile(path: string): ts.SourceFile {
  const known = trees.get(path);
  if (known !== undefined) return known;
  const tree = parseSource(path, readSource(path));
  trees.set(path, tree);
  return tree;
}

/** The syntax tree of a source that need not be on disk. */
export function parseSource(path: string, source: string): ts.SourceFile {
  return ts.createSourceFile(path, source, { languageVersion: ts.ScriptTarget.ESNext }, false);
}

/** Calls `visit` for every node of a tree. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
