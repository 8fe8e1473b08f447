// The lines around a position in a file, with a mark under the column.

/** How much of a line is shown. */
const most = 120;

/** Of the lines of a source, a frame of up to two lines before the position and one after; empty when the position is outside the source. */
export function codeFrame(
  lines: readonly string[],
  { line, column }: { readonly line: number; readonly column?: number },
): string {
  if (line < 1 || line > lines.length) return "";
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const whole = (lines[number - 1] ?? "").replace(/\r$/, "");
    const cut = number === line ? cutAround(whole, column) : { text: cutEnd(whole), column };
    frame.push(`${number === line ? ">" : " "} ${String(number).padStart(width)} | ${cut.text}`.trimEnd());
    if (number === line && cut.column !== undefined)
      frame.push(`  ${" ".repeat(width)} | ${markIndent(cut.text, cut.column)}^`);
  }
  return frame.join("\n");
}

interface Cut {
  readonly text: string;
  readonly column: number | undefined;
}

/** A long line, cut so that its column is shown. */
function cutAround(text: string, column: number | undefined): Cut {
  const start = Math.max(0, (column ?? 1) - most / 2);
  if (text.length <= most || start === 0 || column === undefined) return { text: cutEnd(text), column };
  return { text: `...${cutEnd(text.slice(start))}`, column: column - start + 3 };
}

function cutEnd(text: string): string {
  return text.length <= most ? text : `${text.slice(0, most)}...`;
}

/** Tabs stay tabs, so that the mark is under its column however wide the terminal shows them. */
function markIndent(text: string, column: number): string {
  return text
    .slice(0, column - 1)
    .replace(/[^\t]/g, " ")
    .padEnd(column - 1);
}
