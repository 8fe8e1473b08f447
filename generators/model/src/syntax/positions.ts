// Offsets -> lines and columns, both counted from 1.
import type { Range, SourceSyntax } from "./syntax.ts";
import type { Span } from "../type-model.ts";

/** The span of a range. */
export function spanAt(source: Pick<SourceSyntax, "name" | "lineStarts">, { start, end }: Range): Span {
  const from = lineAndColumn(source.lineStarts, start);
  const to = lineAndColumn(source.lineStarts, end);
  return { file: source.name, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function lineAndColumn(lineStarts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}
