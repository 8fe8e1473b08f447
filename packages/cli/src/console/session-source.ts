// A source for the console that a running session feeds: it calls what happens, and the console follows.
import type { Timeline } from "../dev/timeline/timeline.ts";
import type { ConsoleCalls } from "./calls/call-routes.ts";
import type { ConsoleActions, ConsoleSource, SourceNews } from "./console-source.ts";
import { actionNames } from "./run-action.ts";
import { readLogLine } from "../session/read-log-line.ts";
import type { TraceEvent } from "@capstan/kube/trace";
import type { LineLevel } from "../session/words.ts";
import type { LogLine, SessionFacts } from "./wire.ts";

/** What a session begins with. */
export interface SessionParts {
  readonly timeline: Timeline;
  readonly actions: ConsoleActions;
  readonly calls?: ConsoleCalls | undefined;
  readonly facts: Pick<SessionFacts, "project" | "plays" | "server">;
}

/** Errors, and characters of an error and of a line, that are kept for the page. */
const most = { errors: 20, error: 8000, line: 4000, moves: 100 };

/** The source of one session. */
export class SessionSource implements ConsoleSource {
  readonly timeline: Timeline;
  readonly actions: ConsoleActions;
  readonly calls: ConsoleCalls | undefined;
  #facts: SessionFacts;
  readonly #listeners = new Set<(news: SourceNews) => void>();

  constructor({ timeline, actions, calls, facts }: SessionParts) {
    this.timeline = timeline;
    this.actions = actions;
    this.calls = calls;
    this.#facts = {
      ...facts,
      process: "starting",
      errors: [],
      warnings: [],
      running: [],
      calling: [],
      actions: actionNames(actions),
      faults: [],
      aheadSeconds: 0,
      clockMoves: [],
      leftOut: 0,
    };
  }

  facts(): SessionFacts {
    return this.#facts;
  }

  follow(listener: (news: SourceNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A record of the trace has arrived. */
  trace(record: TraceEvent): void {
    this.#tell({ type: "trace", record });
  }

  /** The project has printed something: each line is one of the log. */
  log(text: string, time: number = Date.now()): void {
    for (const line of text.split("\n")) if (line !== "") this.#write(shownLogLines(line, time));
  }

  /** Dev has something to say: the lines after the first belong to it. */
  note(text: string, level: LineLevel, about?: string): void {
    const time = Date.now();
    const lines = text.split("\n").filter((line) => line !== "");
    this.#write(
      lines.map((line, index): LogLine => {
        return { time, level, text: line, ...(index > 0 && { goesOn: true }), ...(about !== undefined && { about }) };
      }),
    );
  }

  #write(lines: readonly LogLine[]): void {
    for (const line of lines) this.#tell({ type: "log", line: { ...line, text: line.text.slice(0, most.line) } });
  }

  /** Facts have changed. */
  update(changed: Partial<Pick<SessionFacts, "process" | "faults" | "plays" | "aheadSeconds" | "leftOut">>): void {
    const { aheadSeconds } = changed;
    const moved = aheadSeconds === undefined ? [] : [{ time: Date.now(), aheadSeconds }];
    const clockMoves = [...this.#facts.clockMoves, ...moved].slice(-most.moves);
    this.#facts = { ...this.#facts, ...changed, clockMoves };
    this.#tell({ type: "facts", facts: this.#facts });
  }

  /** All that is wrong now, the most important first. */
  wrong({
    errors = [],
    warnings = [],
    running = [],
    calling = [],
  }: Partial<Pick<SessionFacts, "errors" | "warnings" | "running" | "calling">>): void {
    const shown = (all: readonly string[]): readonly string[] =>
      all.slice(0, most.errors).map((text) => text.slice(0, most.error));
    const wrong = {
      errors: shown(errors),
      warnings: shown(warnings),
      running: running.slice(0, most.errors),
      calling: calling.slice(-most.errors),
    };
    this.#facts = { ...this.#facts, ...wrong };
    this.#tell({ type: "facts", facts: this.#facts });
  }

  #tell(news: SourceNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}

/** The lines of one printed line: a stack is below it. */
export function shownLogLines(printed: string, time: number): LogLine[] {
  const read = readLogLine(printed);
  if (read === undefined) return [{ time, level: "info", text: printed }];
  const { entry, level, message, fields, stack } = read;
  const { ts } = entry;
  const own = typeof ts === "string" ? Date.parse(ts) : NaN;
  const head = [message, ...fields.map(([field, value]) => `${field}=${value}`)].join("  ");
  return [head, ...stack].map((text, index) => {
    return { time: Number.isNaN(own) ? time : own, level, text, ...(index > 0 && { goesOn: true }) };
  });
}
