// What the screen of dev shows: head, objects, calls of hooks, what is wrong, log, keys. Without a terminal: what happened and a size give the lines of a frame.
import { type Diagnostic, formatKey } from "@capstan/kube";
import type { HookTrace, TraceEvent } from "@capstan/kube/trace";
import { cutMiddle, displayWidth } from "../../tree/display-width.ts";
import { isCoreKind } from "../../tree/object-set.ts";
import type { ProblemSource, ProcessState } from "../dev-view.ts";
import { hookLine, runningLine } from "../readable-log.ts";
import type { FaultName } from "../../console/wire.ts";
import { hookWords, type LineLevel } from "../../session/words.ts";
import { Problems } from "../../session/problems.ts";
import { failedPart } from "../../session/read-log-line.ts";
import { timeOfDay, type ProcessLogEntry } from "../readable-log.ts";
import { HookBook } from "./hook-book.ts";
import { helpLines, keyLine, type KeyAction } from "./key-table.ts";
import { LogBook } from "./log-book.ts";
import { ObjectPane, type SeenChange } from "./object-pane.ts";
import { ProblemPane } from "./problem-pane.ts";
import type { Question } from "./questions.ts";
import { runStateParts } from "./run-state.ts";
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
  /** What is simulated, in a few words. */
  readonly simulated?: string;
  /** The faults of the API server that are switched on. */
  readonly faults?: readonly FaultName[];
  /** How far the clock of what is simulated and of the process is ahead of the computer's. */
  readonly aheadSeconds?: number;
  /** How many records of the trace are missing. */
  readonly leftOut?: number;
}

/** Terminals with fewer rows have no second line in the head. */
const fewRows = 18;
const leastLog = 3;
/** Of the name of a project. */
const leastName = 8;

/** Terminals with fewer rows have no line about what is simulated. */
const simulatedFrom = 20;
/** Terminals with fewer rows show one line of code of each error. */
const wholeFrom = 30;

/** Everything on the screen. */
export class FrameModel {
  readonly objects: ObjectPane;
  readonly log: LogBook = new LogBook();
  readonly problems: Problems;
  readonly #problemPane: ProblemPane;
  readonly #hooks = new HookBook();
  #facts: RunFacts;
  #process: ProcessState = "starting";
  /** The programs that do not run while others do. */
  #down: readonly string[] = [];
  #pane: "objects" | "log" = "objects";
  #logPage = 1;
  /** What stands in place of everything between head and foot. */
  #over: "help" | "whole" | readonly (readonly LinePart[])[] | undefined;
  /** The first line of that which is seen, and the last that can be the first. */
  #overRows = { top: 0, most: 0 };
  /** In place of the keys: a question, or what an action did. */
  footer: { readonly content: string | Question; readonly isError: boolean } | undefined;

  constructor(facts: RunFacts, cwd: string) {
    this.#facts = facts;
    this.problems = new Problems(cwd);
    this.objects = new ObjectPane(this.problems);
    this.#problemPane = new ProblemPane(this.problems);
  }

  get facts(): RunFacts {
    return this.#facts;
  }

  know(facts: Partial<RunFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  process(state: ProcessState, down: readonly string[] = [], time: Date = new Date()): void {
    if (state !== "ready") this.#hooks.lost(this.problems.calling, time);
    this.#process = state;
    this.#down = down;
    this.problems.process(state, down);
    this.objects.refresh();
  }

  /** An object has changed. */
  change(change: SeenChange): void {
    const { type, key, object } = change;
    this.objects.change(change);
    if (isCoreKind(object, "Cluster")) this.#hooks.cluster(formatKey(key), type !== "DELETED");
  }

  trace(record: TraceEvent, time: Date = new Date()): void {
    if (this.problems.trace(record, time)) this.objects.refresh();
    if (record.type === "hook") this.#called(record, time);
    if (record.type === "running") this.note(runningLine(record), time, "warn");
    if (record.type === "run") this.objects.ran(record);
  }

  /** The log has a line of each call: a call that is answered as the one before it is no news. */
  #called(call: HookTrace, time: Date): void {
    const isNew = this.#hooks.add(call, time);
    const level = hookWords(call).look === "error" ? "error" : "info";
    this.note(hookLine(call), time, isNew ? level : "debug");
  }

  /** All problems of a source; the log has a line for each of the first that are new. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[], time: Date): void {
    for (const { message, isWarning } of this.problems.found(source, diagnostics).slice(0, mostLogged))
      this.note(causeFirst(message), time, isWarning ? "warn" : "error");
  }

  /** Code of the project threw. Whether it still does is known of reconciles and of handlers of hooks alone: other errors are events, in the log. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, time: Date): void {
    const object = failedPart(entry);
    if (object === undefined) {
      for (const line of this.problems.linesOf(diagnostic)) this.note(line, time, "error");
      return;
    }
    this.problems.thrown(object, diagnostic, entry);
    const moment = timeOfDay(entry);
    const { message } = diagnostic;
    this.note(
      causeFirst(message.startsWith(moment) ? message.slice(moment.length).trimStart() : message),
      time,
      "error",
    );
  }

  /** The log counts it. */
  thrownAgain(diagnostic: Diagnostic, entry: ProcessLogEntry): void {
    const object = failedPart(entry);
    if (object !== undefined) this.problems.thrown(object, diagnostic, entry);
  }

  note(line: string, time: Date, level: LineLevel = "info"): void {
    this.log.note(line, time, level);
  }

  /** What a key does that changes nothing but the screen; false for other keys. */
  act(action: KeyAction): boolean {
    if (this.#over !== undefined && this.#scrollsOver(action)) return true;
    this.#overRows.top = 0;
    this.#over = this.#overAfter(action);
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
      pane: () => this.#nextPane(),
      level: () => log.nextLevel(),
      problem: () => objects.select(this.#problemPane.next()),
      filter: () => log.filter(log.scope === undefined ? objects.scope() : undefined),
      help: () => undefined,
      whole: () => undefined,
    };
    own[action]?.();
    return own[action] !== undefined;
  }

  /** Keys that scroll the log do so in its pane alone: elsewhere it has its newest lines. */
  #nextPane(): void {
    if (this.#pane === "log") this.log.scroll(-Infinity);
    this.#pane = this.#pane === "log" ? "objects" : "log";
  }

  closeHelp(): void {
    this.#over = undefined;
  }

  /** Shows lines in place of everything, until a key is pressed. */
  showOver(lines: readonly (readonly LinePart[])[]): void {
    this.#over = lines;
    this.#overRows.top = 0;
  }

  /** The last calls for patches of a Cluster, by its name. */
  patchCalls(cluster: string): readonly HookTrace[] {
    return this.#hooks.patchCalls(cluster);
  }

  #overAfter(action: KeyAction): "help" | "whole" | undefined {
    // The next problem is shown whole, too.
    if (action === "problem") return this.#over === "whole" ? "whole" : undefined;
    return (action === "help" || action === "whole") && this.#over !== action ? action : undefined;
  }

  /** What is wrong, as it is printed without a screen. */
  get printed(): readonly string[] {
    return this.#problemPane.printed;
  }

  /** All lines of a frame. */
  /** The time of the server may be ahead of this one: objects are as old as the server says. */
  frame(size: FrameSize, now: Date, serverAheadMs: number = 0): readonly string[] {
    const head = this.#head(size);
    const foot = this.#foot(size);
    const free = size.rows - head.length - 1;
    this.objects.serverIsAhead(serverAheadMs);
    const over = this.#overLines(size);
    const body = over === undefined ? this.#body(free, size, now) : this.#overBody(over, free, size);
    const filled = Array.from({ length: Math.max(0, free) }, (_, row) => body[row] ?? "");
    return [...head, ...filled, foot].slice(-size.rows);
  }

  /** The help, the first problem or other lines; nothing once no problem is left. */
  #overLines(size: FrameSize): readonly string[] | undefined {
    if (typeof this.#over === "object") return this.#over.map((line) => shownLine(line, size));
    const lines = this.#over === "whole" ? this.#problemPane.whole(size) : helpLines(size);
    if (lines.length === 0) this.#over = undefined;
    return this.#over && lines;
  }

  #overBody(shown: readonly string[], free: number, size: FrameSize): readonly string[] {
    const height = free - 1;
    // Empty lines only where there is room for them.
    const lines = shown.length + 2 > height ? shown : ["", ...shown, ""];
    const most = Math.max(0, lines.length - height);
    this.#overRows = { top: Math.min(this.#overRows.top, most), most };
    const { top } = this.#overRows;
    const close = most === 0 ? "any key closes this" : "Up, Down: more; other keys close this";
    return [...lines.slice(top, top + height), shownLine([[`  ${close}`, "quiet"]], size)];
  }

  /** Whether a key moves what has more lines than the screen. */
  #scrollsOver(action: KeyAction): boolean {
    const { top, most: last } = this.#overRows;
    const rows = overSteps[action];
    if (last === 0 || rows === undefined) return false;
    this.#overRows.top = Math.max(0, Math.min(last, top + rows));
    return true;
  }

  #body(free: number, size: FrameSize, now: Date): readonly string[] {
    const objects = this.objects.layOut(size, now);
    const isWhole = size.rows >= wholeFrom;
    const isRejected = (cluster: string): boolean => this.objects.isRejected(cluster);
    const style = { ...size, now, isRejected, isDown: this.#process !== "ready" || this.#down.length > 0 };
    const hooks = this.#hooks.lines(this.problems.calling, Math.max(1, Math.floor(free / 6)), style);
    const hookRows = hooks.length === 0 ? 0 : hooks.length + 1;
    const least = Math.max(3, Math.floor((free - hookRows) / (isWhole ? 2 : 3)));
    const logged = Math.max(leastLog, this.log.rowCount(free));
    const spare = Math.max(0, free - hookRows - 2 - Math.max(1, objects) - logged - least);
    const problem = this.#problemPane.lines(least, { ...size, isWhole, spare, now });
    const problemRows = problem.length === 0 ? 0 : problem.length + 1;
    const left = free - hookRows - problemRows - 1;
    const kept = Math.min(logged, Math.max(leastLog, Math.floor(left / 3)));
    const objectRows = Math.max(3, Math.min(Math.max(1, objects), left - kept));
    const logRows = Math.max(0, left - objectRows);
    this.#logPage = Math.max(1, logRows - 1);
    const isLog = this.#pane === "log";
    return [
      ...this.objects.lines(objectRows, size),
      ...titled("hooks", hooks, size),
      ...titled(this.#problemPane.title, problem, size),
      ruleLine(this.log.title, { ...size, isActive: isLog }),
      ...this.log.lines(logRows, size),
    ];
  }

  #head(size: FrameSize): readonly string[] {
    const { project, type, console: url, kubeconfig, simulated } = this.#facts;
    const { faults = [], aheadSeconds = 0, leftOut = 0 } = this.#facts;
    const run = { process: this.#process, down: this.#down, problems: this.problems };
    const state = runStateParts({ ...run, faults, aheadSeconds, leftOut });
    const left = size.columns - state.reduce((sum, [words]) => sum + displayWidth(words), 0);
    const kind = type === "" || displayWidth(project) + type.length + 2 > left ? "" : `  ${type}`;
    const name = cutMiddle(project, Math.max(leastName, left));
    const first = shownLine([[name, "strong"], [kind, "quiet"], ...state], size);
    const isNarrow = url !== undefined && url.length + "console ".length > size.columns;
    const place = `  KUBECONFIG=${kubeconfig ?? ""}`;
    const hasPlace = kubeconfig !== undefined && `console ${url}${place}`.length <= size.columns;
    const second: readonly LinePart[] = [
      [isNarrow ? "console: press o" : `console ${url}`, isNarrow ? "quiet" : "plain"],
      [hasPlace ? place : "", "quiet"],
    ];
    const third: LinePart = [`simulated: ${simulated} · yours: ${type}`, "quiet"];
    return [
      first,
      ...(size.rows < fewRows || url === undefined ? [] : [shownLine(second, size)]),
      ...(size.rows < simulatedFrom || simulated === undefined ? [] : [shownLine([third], size)]),
    ];
  }

  #foot(size: FrameSize): string {
    if (this.footer === undefined) return keyLine(size);
    const { content, isError } = this.footer;
    const shown = typeof content === "string" ? content : content(size.columns);
    return shownLine([[shown, isError ? "bad" : "strong"]], size);
  }
}

/** The lines of a part that is seen only when it has some. */
function titled(title: string, lines: readonly string[], style: LineStyle): readonly string[] {
  return lines.length === 0 ? [] : [ruleLine(title, { ...style, isActive: false }), ...lines];
}

/** A line of the log about an error, in which the cause stands before the object: names are long, and lines are cut. */
export function causeFirst(message: string): string {
  const [, cluster, value, why] = rejectedVersion.exec(message) ?? [];
  if (cluster !== undefined && value !== undefined && why !== undefined) return `${why}: ${value}  ${cluster}`;
  const [, object, cause] = /^Reconciler error of (\S+ \S+?): (.*)$/s.exec(message) ?? [];
  return object === undefined || cause === undefined ? message : `${cause}  ${object}`;
}

/** How errors about the version of a topology begin, which are alike until their end. */
const rejectedVersion = /^(Cluster \S+): (spec\.topology\.version: Invalid value: "[^"]*"): (.*)$/s;

/** By how many lines keys move the help, and a problem that is shown whole. */
const overSteps: Partial<Record<KeyAction, number>> = { up: -1, down: 1, pageUp: -8, pageDown: 8 };

/** How many problems of one report are in the log. */
const mostLogged = 3;
/** More rows than there are. */
const most = 1_000_000;
