// The passages of a file that people read: comments and strings of TypeScript, prose of Markdown.
import ts from "typescript-6";
import { walk } from "./parse.ts";

/** A piece of a file, and where it starts. */
export interface Passage {
  readonly kind: "comment" | "string" | "prose";
  readonly start: number;
  readonly text: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly literal: boolean;
}

/** Comments and strings of a TypeScript file; module specifiers are left out. */
export function passagesOf(tree: ts.SourceFile): Passage[] {
  const source = tree.text;
  const spans = literalSpans(tree);
  const strings = spans
    .filter(({ literal }) => literal)
    .map(({ start, end }): Passage => ({ kind: "string", start, text: source.slice(start, end) }));
  return [...strings, ...commentsBetween(source, spans)];
}

/** Every place where `//` does not start a comment: strings, templates and regular expressions. */
function literalSpans(tree: ts.SourceFile): Span[] {
  const spans: Span[] = [];
  const specifiers = new Set<ts.Node>();
  walk(tree, (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      specifiers.add(node.moduleSpecifier);
    const literal = ts.isStringLiteral(node) || isTemplatePart(node);
    if (!literal && node.kind !== ts.SyntaxKind.RegularExpressionLiteral) return;
    spans.push({ start: node.getStart(tree), end: node.end, literal: literal && !specifiers.has(node) });
  });
  return spans.toSorted((a, b) => a.start - b.start);
}

function isTemplatePart(node: ts.Node): boolean {
  return node.kind >= ts.SyntaxKind.FirstTemplateToken && node.kind <= ts.SyntaxKind.LastTemplateToken;
}

function commentsBetween(source: string, spans: readonly Span[]): Passage[] {
  const found: Passage[] = [];
  let from = 0;
  for (const { start, end } of [...spans, { start: source.length, end: source.length }]) {
    for (const { index, 0: text } of source
      .slice(from, start)
      .matchAll(/(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+|\/\*[\s\S]*?\*\//g))
      found.push({ kind: "comment", start: from + index, text });
    from = end;
  }
  return found;
}

/** The prose of a Markdown page: fenced blocks are blanked out, so that positions stay. */
export function proseOf(page: string): Passage[] {
  const text = page.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replaceAll(/[^\n]/g, " "));
  return [{ kind: "prose", start: 0, text }];
}
