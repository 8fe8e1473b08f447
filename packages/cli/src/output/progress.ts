// What a verb does while people wait: on a terminal one line that is replaced, and that is cleared when there is something to read. In a pipe, in CI and beside a document, nothing.
import { oneLine } from "@capstan/kube";
import { inCi } from "../build-plugin/hosts.ts";
import { cutEnd } from "../tree/display-width.ts";
import { columnsOf, type Format, type Terminal } from "./print-outcome.ts";

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
  try {
    return await work((step) => {
      // A line that is as wide as the terminal would be followed by an empty one.
      terminal.err(`${clearLine}${cutEnd(oneLine(step), columnsOf(terminal) - 1)}`, "view");
    });
  } finally {
    terminal.err(clearLine, "view");
  }
}
