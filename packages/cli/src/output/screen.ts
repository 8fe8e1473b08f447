// Plain lines, and one block that is redrawn in place on a terminal. Where the output is no terminal, only the lines of the block
// that are new are printed, so that a log reads as a story.
import { displayWidth, wrapWords } from "../tree/display-width.ts";

/** Where a screen prints. */
export interface Screen {
  /** Prints a line for good, wrapped on a terminal; a block above it stays as it is. */
  print(line: string): void;
  /** Shows the block as it is now. Its lines must not be wider than the terminal. */
  show(block: readonly string[]): void;
}

/** The part of a stream that is used, with its size now. */
export interface ScreenOutput {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(output: string): unknown;
}

/** A screen on this output. */
export function createScreen(output: ScreenOutput): Screen {
  return output.isTTY === true ? liveScreen(output) : plainScreen(output);
}

function liveScreen(output: ScreenOutput): Screen {
  let drawn: readonly string[] = [];
  return {
    print(line) {
      drawn = [];
      for (const part of line.split("\n").flatMap((each) => wrapped(each, output.columns))) output.write(`${part}\n`);
    },
    show(block) {
      const lines = fitted(block, output.rows);
      if (lines.length === drawn.length && lines.every((line, index) => line === drawn[index])) return;
      // Each line is overwritten and then cleared to its end, and only what is left below is erased: nothing flickers.
      const up = drawn.length === 0 ? "" : `\u001B[${drawn.length}A`;
      output.write(`${up}${lines.map((line) => `${line}\u001B[K\n`).join("")}\u001B[J`);
      drawn = lines;
    },
  };
}

/** A terminal itself would break the line inside of a word. */
function wrapped(line: string, columns: number | undefined): readonly string[] {
  if (columns === undefined || columns < 20 || displayWidth(line) < columns) return [line];
  const words = line.trimStart();
  const indent = " ".repeat(line.length - words.length);
  return wrapWords(words, columns - 1 - indent.length).map((part) => indent + part);
}

/** The first lines: what has left the screen cannot be redrawn. */
function fitted(block: readonly string[], rows: number | undefined): readonly string[] {
  const most = rows === undefined || rows < 3 ? Infinity : rows - 1;
  if (block.length <= most) return block;
  return [...block.slice(0, most - 1), `… ${block.length - most + 1} more lines`];
}

function plainScreen(output: ScreenOutput): Screen {
  let shown: ReadonlySet<string> = new Set();
  return {
    print: (line) => void output.write(`${line}\n`),
    show(block) {
      for (const line of block) if (!shown.has(line)) output.write(`${line}\n`);
      shown = new Set(block);
    },
  };
}
