// The lines around a place in a file, with a mark under the column: what an editor would show.
// Called by format-pretty.ts; reads no file.

/** A frame of up to two lines before and one after; empty when the place is outside the text. */
export function codeFrame(
  source: string,
  { line, column }: { readonly line: number; readonly column?: number },
): string {
  const lines = source.split("\n");
  if (line < 1 || line > lines.length) return "";
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = (lines[number - 1] ?? "").replace(/\r$/, "");
    frame.push(`${number === line ? ">" : " "} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number === line && column !== undefined) frame.push(`  ${" ".repeat(width)} | ${markIndent(text, column)}^`);
  }
  return frame.join("\n");
}

/** Tabs stay tabs, so that the mark stands under its column however wide the terminal shows them. */
function markIndent(text: string, column: number): string {
  return text
    .slice(0, column - 1)
    .replace(/[^\t]/g, " ")
    .padEnd(column - 1);
}
