// What a process prints, line by line: lines of a log in the form for people, errors with their place, and what Node prints when it ends a process, which is kept for the message about its end.
import { logEntry } from "./readable-log.ts";
import type { ProcessLogEntry } from "./readable-log.ts";

/** Where the lines go. */
export interface ProcessOutputOptions {
  readonly print: (text: string) => void;
  /** Takes a line of a log; false when it is to be printed like any other. */
  readonly take: (entry: ProcessLogEntry) => boolean;
}

/** How long a report of Node's is kept from the output: in that time the process ends. */
const endMs = 1000;

/** How much is kept, in characters. */
const mostKept = 20_000;

/** One stream of a process. */
export class ProcessOutput {
  readonly #options: ProcessOutputOptions;
  /** The begin of a line of a log. */
  #partial = "";
  /** What is kept; undefined when nothing is. At first it is all but lines of a log: it may be why the process cannot start. */
  #report: string | undefined = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ProcessOutputOptions) {
    this.#options = options;
  }

  /** Prints what was kept. From now on only a report of Node's is. */
  started(): void {
    clearTimeout(this.#timer);
    const report = this.#report ?? "";
    this.#report = undefined;
    if (report !== "") this.#options.print(report);
  }

  write(output: string): void {
    const lines = (this.#partial + output).split("\n");
    const last = lines.pop() ?? "";
    // What is not a log, such as a question, is printed without waiting for its end.
    this.#partial = last.startsWith("{") ? last : "";
    const rest = this.#partial === "" ? last : "";
    this.#print([...lines.map((line) => `${line}\n`), rest].filter((line) => line !== ""));
  }

  /** What the process printed about its end; what is no line of a log before it has started, and after that a report of Node's. */
  end(): string {
    const rest = this.#partial;
    this.#partial = "";
    this.#print(rest === "" ? [] : [rest]);
    clearTimeout(this.#timer);
    return this.#report ?? "";
  }

  #print(lines: readonly string[]): void {
    let plain = "";
    for (const line of lines) {
      if (this.#report === undefined && isHead(line)) this.#keep();
      const entry = logEntry(line.trimEnd());
      if (entry !== undefined && this.#options.take(entry)) continue;
      if (this.#report === undefined || entry !== undefined) plain += line;
      else this.#report = (this.#report + line).slice(-mostKept);
    }
    if (plain !== "") this.#options.print(plain);
  }

  #keep(): void {
    this.#report = "";
    this.#timer = setTimeout(() => this.started(), endMs).unref();
  }
}

/** The first line of Node's report of an error that nothing caught is a place: `file:///a/b.ts:3`, `/a/b.js:3` or `node:internal/process/promises:394`. */
function isHead(line: string): boolean {
  const text = line.trimEnd();
  const number = text.slice(text.lastIndexOf(":") + 1);
  return (
    String(Number(number)) === number && ["file:///", "/", "node:internal/"].some((start) => text.startsWith(start))
  );
}
