// Finds the doc comment of a node in the raw text. TypeScript's own JSDoc parser is not used: it strips leading blanks,
// destroys values and takes `@see` inside prose for a tag.
import { ts } from "ts-morph";
import type { CommentSyntax, Range } from "./syntax.ts";

/** The range of a node without the comments before it. */
export function rangeOf(node: ts.Node, source: ts.SourceFile): Range {
  return { start: node.getStart(source), end: node.end };
}

/** The doc comment before a node, and one that TypeScript ignores because it is after code on the same line. */
export function commentsOf(
  node: ts.Node,
  source: ts.SourceFile,
): { comment?: CommentSyntax; strayComment?: CommentSyntax } {
  const comment = lastDocComment(ts.getLeadingCommentRanges(source.text, node.pos), source.text);
  const stray =
    node.pos === 0 ? undefined : lastDocComment(ts.getTrailingCommentRanges(source.text, node.pos), source.text);
  return { ...(comment && { comment }), ...(stray && { strayComment: stray }) };
}

function lastDocComment(ranges: readonly ts.CommentRange[] | undefined, text: string): CommentSyntax | undefined {
  const last = ranges?.findLast(({ pos, end }) => text.startsWith("/**", pos) && end - pos > 4);
  return last === undefined ? undefined : { start: last.pos, end: last.end, text: text.slice(last.pos, last.end) };
}
