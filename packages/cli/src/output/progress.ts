// What a verb does while people wait: on a terminal one line that is replaced, and that is cleared when there is something to read. In a pipe, in CI and beside a document, nothing.
import { oneLine } from "@capstan/kube";
import { inCi } from "../build-plugin/hosts.ts";
import { cutEnd } from "../tree/display-width.ts";
import { columnsOf, type Format, type Terminal } from "./print-outcome.ts";
import { noticeWrites } from "./foreign-writes.ts";

/** Says what happens now. */
export type Progress = (step: string) => void;

/** Where progress is shown. */
export type ProgressTerminal = Pick<Terminal, "env" | "err" | "columns" | "errInteractive">;

/** Which of several is next, counted from 1, behind its name; nothing for the only one. */
export function whichOf(number: number, count: number, what: string): string {
  return count === 1 ? "" : `, ${number} of ${count} ${what}`;
}

/** Clears the line of the cursor. */
const clearLine = "\r\u001B[K";

/** Runs the work, which says what it does, and clears the line at its end. */
export async function withProgress<T>(
  terminal: ProgressTerminal,
  format: Format,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (terminal.errInteractive !== true || format !== "pretty" || inCi(terminal.env)) return work(() => undefined);
  const line = new ProgressLine(terminal);
  const end = noticeWrites(process, (written) => line.makeWay(written));
  try {
    return await work((step) => line.show(step));
  } finally {
    line.clear();
    end();
  }
}

/** The last line of the terminal, on which others may write meanwhile. */
class ProgressLine {
  readonly #terminal: ProgressTerminal;
  #isOwn = false;
  #isShown = false;
  /** Whether a line of others has no end yet. */
  #isForeign = false;

  constructor(terminal: ProgressTerminal) {
    this.#terminal = terminal;
  }

  show(step: string): void {
    // A line that is as wide as the terminal would be followed by an empty one.
    this.#print(`${this.#free}${cutEnd(oneLine(step), columnsOf(this.#terminal) - 1)}`);
    this.#isShown = true;
  }

  clear(): void {
    this.#print(this.#free);
  }

  /** Somebody else is about to write. */
  makeWay(written: unknown): void {
    if (this.#isOwn) return;
    if (this.#isShown) this.clear();
    this.#isShown = false;
    this.#isForeign = !(written instanceof Uint8Array ? written.at(-1) === newline : String(written).endsWith("\n"));
  }

  /** Frees the line, or leaves what others have written. */
  get #free(): string {
    return this.#isForeign ? "\n" : clearLine;
  }

  #print(text: string): void {
    this.#isOwn = true;
    this.#terminal.err(text, "view");
    this.#isOwn = false;
    this.#isForeign = false;
  }
}

const newline = "\n".charCodeAt(0);
