// What is wrong with the project now, for the page of the console: its log has each problem once, and its facts have all of now.
import type { Diagnostic } from "@capstan/kube";
import type { TraceEvent } from "@capstan/kube/trace";
import type { ProblemSource, ProcessState } from "../dev/dev-view.ts";
import type { ProcessLogEntry } from "../dev/readable-log.ts";
import { Problems, type Problem } from "../session/problems.ts";
import { failedPart } from "../session/read-log-line.ts";
import type { SessionSource } from "./session-source.ts";

/** The problems of one session. */
export class ConsoleProblems {
  readonly #source: Pick<SessionSource, "wrong" | "note">;
  readonly #problems: Problems;

  constructor(source: Pick<SessionSource, "wrong" | "note">, cwd: string) {
    this.#source = source;
    this.#problems = new Problems(cwd);
  }

  /** These are all problems of that source. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[]): void {
    const known = this.#problems.of(source);
    for (const problem of this.#problems.found(source, diagnostics))
      this.#source.note(textOf(problem), problem.isWarning ? "warn" : "error");
    if (known.length > 0 || this.#problems.of(source).length > 0) this.#show();
  }

  /** An error in the log of the process. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, isRepeated: boolean = false): void {
    const about = failedPart(entry);
    if (!isRepeated) this.#source.note(this.#problems.linesOf(diagnostic).join("\n"), "error", about);
    if (about !== undefined && this.#problems.thrown(about, diagnostic, entry)) this.#show();
  }

  /** What works again is no problem any more. */
  trace(record: TraceEvent, time: Date = new Date()): void {
    if (this.#problems.trace(record, time)) this.#show();
  }

  /** The clock of the process is so far ahead of the computer's. */
  clock(aheadMs: number): void {
    this.#problems.clock(aheadMs);
  }

  /** The process has another state. */
  process(state: ProcessState, down?: readonly string[]): void {
    this.#problems.process(state, down);
    this.#show();
  }

  #show(): void {
    const { all, running, calling } = this.#problems;
    const [warnings = [], errors = []] = [true, false].map((is) => all.filter(({ isWarning }) => isWarning === is));
    this.#source.wrong({ errors: errors.map(textOf), warnings: warnings.map(textOf), running, calling });
  }
}

/** Of several objects the first one's problem, and their names. */
function textOf({ lines, objects: [, ...others] }: Problem): string {
  return [...lines, ...(others.length === 0 ? [] : [`  the same of ${others.join(", ")}`])].join("\n");
}
