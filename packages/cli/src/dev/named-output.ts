// The output of one program among several: whole lines, each with the name of the program.
import { logEntry } from "./readable-log.ts";

/** Lines of one program; with an empty name, its output as it comes. */
export class NamedOutput {
  readonly #print: (text: string) => void;
  readonly #isNamed: boolean;
  #partial = "";

  constructor(name: string, print: (text: string) => void) {
    this.#isNamed = name !== "";
    this.#print = print;
  }

  /** Takes output. A line that is not whole waits for its end: lines of other programs could come between its parts. */
  write(text: string): void {
    if (!this.#isNamed) return this.#print(text);
    const all = this.#partial + text;
    const end = all.lastIndexOf("\n") + 1;
    this.#partial = all.slice(end);
    if (end > 0) this.#print(all.slice(0, end));
  }

  /** Prints what is left of a program that has ended. */
  end(): void {
    const rest = this.#partial;
    this.#partial = "";
    if (rest !== "") this.#print(`${rest}\n`);
  }
}

/** The lines with the name before each. */
export function withName(name: string, text: string): string {
  return name === "" ? text : text.replace(/^(?=.)/gm, () => `${name}: `);
}

/** The same for a reader of logs: in a line of a log, the message begins with the name. */
export function withNameInLog(name: string, text: string): string {
  if (name === "") return text;
  const lines = text.split("\n").map((line) => {
    const entry = logEntry(line);
    if (entry === undefined) return withName(name, line);
    return JSON.stringify({ ...entry, msg: `${name}: ${entry.msg}` });
  });
  return lines.join("\n");
}
