// What the screen of dev shows: head, objects, calls of hooks, what is wrong, log, keys. Without a terminal: what happened and a size give the lines of a frame.
import type { Diagnostic } from "@capstan/kube";
import type { TraceEvent } from "@capstan/kube/trace";
import { marks, type Mark } from "../../tree/palette.ts";
import type { ProblemSource, ProcessState } from "../dev-view.ts";
import { runningLine } from "../trace-lines.ts";
import { isRecord } from "../../config/field-table.ts";
import { timeOfDay, type ProcessLogEntry } from "../readable-log.ts";
import { HookBook } from "./hook-book.ts";
import { helpLines, keyLine, type KeyAction } from "./key-table.ts";
import { LogBook, type LineLevel } from "./log-book.ts";
import { isRight, ObjectPane, objectName } from "./object-pane.ts";
import { ProblemBook } from "./problem-book.ts";
import type { Question } from "./questions.ts";
import { ruleLine, shownLine, type LineStyle, type LinePart } from "./shown-line.ts";

/** How a frame is drawn. */
export interface FrameSize extends LineStyle {
  readonly rows: number;
}

/** What is known of the run. */
export interface RunFacts {
  readonly project: string;
  readonly type: string;
  readonly console?: string;
  readonly kubeconfig?: string;
}

/** Terminals with fewer rows have no second line in the head. */
const fewRows = 18;
const leastLog = 3;

const states: Readonly<Record<ProcessState | "error", Mark>> = {
  starting: { sign: "…", meaning: "unknown" },
  ready: marks.True,
  failed: marks.False,
  error: marks.False,
};

/** Everything on the screen. */
export class FrameModel {
  readonly objects: ObjectPane = new ObjectPane();
  readonly log: LogBook = new LogBook();
  readonly problems: ProblemBook;
  readonly #hooks = new HookBook();
  #facts: RunFacts;
  #process: ProcessState = "starting";
  #pane: "objects" | "log" = "objects";
  #logPage = 1;
  #hasHelp = false;
  /** In place of the keys: a question, or what an action did. */
  footer: { readonly content: string | Question; readonly isError: boolean } | undefined;

  constructor(facts: RunFacts, cwd: string) {
    this.#facts = facts;
    this.problems = new ProblemBook(cwd);
  }

  get facts(): RunFacts {
    return this.#facts;
  }

  know(facts: Partial<RunFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  process(state: ProcessState): void {
    this.#process = state;
    if (state === "starting") this.problems.restarted();
  }

  trace(record: TraceEvent): void {
    if (record.type === "hook") {
      this.#hooks.add(record);
      if (record.status === "Success") this.problems.done(handlerName(record.handler));
    }
    if (record.type === "running") this.note(runningLine(record), new Date(), "warn");
    if (record.type !== "run") return;
    this.objects.ran(record);
    if (isRight(record.outcome)) this.problems.done(objectName(record));
  }

  /** All problems of a source; the log has a line for each of the first that are new. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[], time: Date): void {
    for (const message of this.problems.found(source, diagnostics).slice(0, mostLogged))
      this.note(message, time, "error");
  }

  /** Code of the project threw. Whether it still does is known of reconciles and of handlers of hooks alone: other errors are events, in the log. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, time: Date): void {
    const object = objectOf(entry) ?? handlerOf(entry);
    if (object === undefined) {
      for (const line of this.problems.linesOf(diagnostic)) this.note(line, time, "error");
      return;
    }
    this.problems.thrown(object, diagnostic);
    const moment = timeOfDay(entry);
    const { message } = diagnostic;
    this.note(message.startsWith(moment) ? message.slice(moment.length).trimStart() : message, time, "error");
  }

  note(line: string, time: Date, level: LineLevel = "info"): void {
    this.log.note(line, time, level);
  }

  /** What a key does that changes nothing but the screen; false for other keys. */
  act(action: KeyAction): boolean {
    this.#hasHelp = action === "help" && !this.#hasHelp;
    const isLog = this.#pane === "log";
    const { log, objects } = this;
    const own: Partial<Record<KeyAction, () => void>> = {
      up: () => (isLog ? log.scroll(1) : objects.move(-1)),
      down: () => (isLog ? log.scroll(-1) : objects.move(1)),
      pageUp: () => (isLog ? log.scroll(this.#logPage) : objects.movePages(-1)),
      pageDown: () => (isLog ? log.scroll(-this.#logPage) : objects.movePages(1)),
      first: () => (isLog ? log.scroll(most) : objects.move(-most)),
      last: () => (isLog ? log.scroll(-most) : objects.move(most)),
      conditions: () => objects.toggleConditions(),
      pane: () => (this.#pane = isLog ? "objects" : "log"),
      level: () => log.nextLevel(),
      filter: () => log.filter(log.scope === undefined ? objects.scope() : undefined),
      help: () => undefined,
    };
    own[action]?.();
    return own[action] !== undefined;
  }

  closeHelp(): void {
    this.#hasHelp = false;
  }

  /** All lines of a frame. */
  frame(size: FrameSize, now: Date): readonly string[] {
    const head = this.#head(size);
    const foot = this.#foot(size);
    const free = size.rows - head.length - 1;
    const body = this.#hasHelp ? this.#help(size) : this.#body(free, size, now);
    const filled = Array.from({ length: Math.max(0, free) }, (_, row) => body[row] ?? "");
    return [...head, ...filled, foot].slice(-size.rows);
  }

  #help(size: FrameSize): readonly string[] {
    return ["", ...helpLines(size), "", shownLine([["  any key closes this", "quiet"]], size)];
  }

  #body(free: number, size: FrameSize, now: Date): readonly string[] {
    const objects = this.objects.layOut(size, now);
    const problem = this.problems.lines(Math.max(3, Math.floor(free / 2)), size);
    const hooks = this.#hooks.lines(Math.max(1, Math.floor(free / 6)), size);
    const hookRows = hooks.length === 0 ? 0 : hooks.length + 1;
    const left = free - hookRows - problem.length - 1;
    const objectRows = Math.max(3, Math.min(Math.max(1, objects), left - Math.max(leastLog, Math.floor(left / 3))));
    const logRows = Math.max(0, left - objectRows);
    this.#logPage = Math.max(1, logRows - 1);
    const isLog = this.#pane === "log";
    return [
      ...this.objects.lines(objectRows, size),
      ...(hooks.length === 0 ? [] : [ruleLine("hooks", { ...size, isActive: false }), ...hooks]),
      ruleLine(this.log.title, { ...size, isActive: isLog }),
      ...problem,
      ...this.log.lines(logRows, size),
    ];
  }

  #head(size: FrameSize): readonly string[] {
    const { project, type, console: url, kubeconfig } = this.#facts;
    const errors = this.problems.count;
    const isRight = errors === 0 || this.#process === "failed";
    const state = isRight ? this.#process : "error";
    const { sign, meaning } = states[state];
    const count = errors === 0 ? "" : `, ${errors} ${errors === 1 ? "error" : "errors"}`;
    const first = shownLine(
      [
        [project, "strong"],
        [type === "" ? "" : `  ${type}`, "quiet"],
        [`  ${sign} ${state === "error" ? this.#process : state}${count}`, meaning],
      ],
      size,
    );
    const isNarrow = url !== undefined && url.length + "console ".length > size.columns;
    const place = `  KUBECONFIG=${kubeconfig ?? ""}`;
    const hasPlace = kubeconfig !== undefined && `console ${url}${place}`.length <= size.columns;
    const second: readonly LinePart[] = [
      [isNarrow ? "console: press o" : `console ${url}`, isNarrow ? "quiet" : "plain"],
      [hasPlace ? place : "", "quiet"],
    ];
    return size.rows < fewRows || url === undefined ? [first] : [first, shownLine(second, size)];
  }

  #foot(size: FrameSize): string {
    if (this.footer === undefined) return keyLine(size);
    const { content, isError } = this.footer;
    const shown = typeof content === "string" ? content : content(size.columns);
    return shownLine([[shown, isError ? "bad" : "strong"]], size);
  }
}

/** How many problems of one report are in the log. */
const mostLogged = 3;
/** More rows than there are. */
const most = 1_000_000;

/** How the problem of a handler of a hook is known. */
function handlerName(handler: string): string {
  return `handler ${handler}`;
}

/** The handler that a line of an extension's log is about. */
function handlerOf({ hook, handler }: ProcessLogEntry): string | undefined {
  return typeof hook === "string" && typeof handler === "string" ? handlerName(handler) : undefined;
}

/** The object that a line of a controller's log is about. */
function objectOf(entry: ProcessLogEntry): string | undefined {
  const { controllerKind: kind } = entry;
  const key = typeof kind === "string" ? entry[kind] : undefined;
  if (typeof kind !== "string" || !isRecord(key)) return undefined;
  const { namespace = "", name } = key;
  const isKey = typeof namespace === "string" && typeof name === "string";
  return isKey ? objectName({ kind, key: { namespace, name } }) : undefined;
}
