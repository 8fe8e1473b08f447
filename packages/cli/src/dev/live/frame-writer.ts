// Frames on a terminal, in the screen that it has beside its lines: what was there before is there again after it. Only lines that have changed are written, all in one write, so that nothing flickers.
// No library for terminals: those that draw frames bring some forty packages and a quarter of a second of start.

/** The terminal's side of the output. */
export interface FrameOutput {
  readonly columns: number;
  readonly rows: number;
  write(output: string): unknown;
}

const control = (code: string): string => `\u001B[${code}`;

const sequences = {
  /** The other screen, without a cursor; lines do not go on in the next one. */
  open: [control("?1049h"), control("?25l"), control("?7l")].join(""),
  close: [control("?7h"), control("?25h"), control("?1049l")].join(""),
  clear: control("2J"),
  /** Terminals that know these show the lines between them at once; others ignore them. */
  begin: control("?2026h"),
  end: control("?2026l"),
} as const;

/** Draws frames. */
export class FrameWriter {
  readonly #output: FrameOutput;
  #isOpen = false;
  #drawn: readonly string[] | undefined;
  #columns = 0;

  constructor(output: FrameOutput) {
    this.#output = output;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Shows the screen for frames. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#drawn = undefined;
    this.#output.write(sequences.open);
  }

  /** Shows what was there before. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#output.write(sequences.close);
  }

  /** The next frame is written whole: something else has written to the terminal. */
  forget(): void {
    this.#drawn = undefined;
  }

  /** Shows these lines, which are no wider than the terminal. Nothing is written while the screen is closed. */
  draw(lines: readonly string[]): void {
    if (!this.#isOpen) return;
    const { columns, rows } = this.#output;
    const frame = Array.from({ length: rows }, (_, row) => lines[row] ?? "");
    const isSame = this.#drawn?.length === rows && this.#columns === columns;
    const before = isSame ? this.#drawn : undefined;
    const changed = frame.flatMap((line, row) =>
      // Erased first: after a line that fills its row, the cursor is still on the last column.
      before !== undefined && before[row] === line ? [] : [`${control(`${row + 1};1H`)}${control("K")}${line}`],
    );
    this.#drawn = frame;
    this.#columns = columns;
    const parts = before === undefined ? [sequences.clear, ...changed] : changed;
    if (parts.length > 0) this.#output.write([sequences.begin, ...parts, sequences.end].join(""));
  }
}
