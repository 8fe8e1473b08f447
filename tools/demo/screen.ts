// What the demo prints: plain lines, and one block that is redrawn in place on a terminal. Where the output is no terminal,
// only the lines of the block that are new are printed, so that a log reads as a story.

/** Where the demo prints. */
export interface Screen {
  /** Prints a line for good; a block above it stays as it is. */
  print(line: string): void;
  /** Shows the block as it is now. */
  show(block: readonly string[]): void;
}

/** The part of a stream that is used. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A screen on this output. */
export function createScreen(output: Output): Screen {
  return output.isTTY === true ? liveScreen(output) : plainScreen(output);
}

function liveScreen(output: Output): Screen {
  let drawn: readonly string[] = [];
  const clear = (): string => (drawn.length === 0 ? "" : `\u001B[${drawn.length}A\u001B[J`);
  return {
    print(line) {
      drawn = [];
      output.write(`${line}\n`);
    },
    show(block) {
      // A line that wraps would be counted as one and break the redrawing.
      const width = output.columns === undefined || output.columns === 0 ? 120 : output.columns;
      const lines = block.map((line) => line.slice(0, width - 1));
      output.write(`${clear()}${lines.map((line) => `${line}\n`).join("")}`);
      drawn = lines;
    },
  };
}

function plainScreen(output: Output): Screen {
  let shown: ReadonlySet<string> = new Set();
  return {
    print: (line) => void output.write(`${line}\n`),
    show(block) {
      for (const line of block) if (!shown.has(line)) output.write(`${line}\n`);
      shown = new Set(block);
    },
  };
}
