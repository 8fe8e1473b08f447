// What is wrong with the project now, for the screen of dev and for its console: of each source all that it found last, and what reconciles and handlers threw until they work again.
import { diagnose, type Diagnostic } from "@capstan/kube";
import type { CallingTrace, HookTrace, RunOutcome, TraceEvent } from "@capstan/kube/trace";
import { devDiagnostics } from "../dev/dev-diagnostics.ts";
import type { ProblemSource, ProcessState } from "../dev/dev-view.ts";
import { printDiagnostic } from "../output/print-outcome.ts";
import { handlerName, objectName } from "./read-log-line.ts";
import { type LongRun, type OpenCall, silenceWords } from "./words.ts";

/** One problem, with all objects that have it. */
export interface Problem extends Pick<Diagnostic, "message" | "position"> {
  /** Whether the project does what it should nevertheless. */
  readonly isWarning: boolean;
  /** The message with its place, the lines of code and the help. */
  readonly lines: readonly string[];
  /** The error as it was thrown: in the message, its lines are one. Only where it was thrown. */
  readonly error?: string;
  /** What is the same for all objects that have it. */
  readonly sameness: string;
  /** The objects that have it, as `Kind namespace/name`. */
  readonly objects: readonly string[];
}

/** What was thrown last. */
interface Thrown {
  readonly problem: Problem;
  readonly diagnostic: Diagnostic;
  /** When, by the computer's clock; not a number where the log does not have that. */
  readonly at: number;
  /** The controller whose reconcile threw, where the log names it. */
  readonly controller?: unknown;
}

/** Causes before their consequences: with a wrong type, what is thrown often follows from it. */
const causes: readonly ProblemSource[] = ["config", "generate", "control-plane", "project", "loop", "exit"];

/** Whose warnings are shown, too. */
const warns: readonly ProblemSource[] = ["types", "stored", "config", "control-plane", "topology"];

/** Clocks that measure moments and lengths of time differ by less. */
const slackMs = 100;

/** The problems of one run. */
export class Problems {
  /** The folder to which places are relative. */
  readonly #cwd: string;
  readonly #found = new Map<ProblemSource, readonly Problem[]>();
  /** The files that Node cannot load, as each source has found. */
  readonly #notLoaded = new Map<ProblemSource, ReadonlySet<string>>();
  /** What reconciles and handlers threw, by what it is about. */
  readonly #thrown = new Map<string, Thrown>();
  /** The reconciles that have run for long, by their ids. */
  readonly #running = new Map<string, LongRun>();
  /** The calls of hooks that are not answered yet. Records do not tell calls of one moment apart: each answer ends one of them. */
  readonly #calling = new Map<string, readonly OpenCall[]>();
  /** How far the clock of the process was ahead of the computer's, the last number for now. Its trace has the times of that clock, its log those of the computer. */
  readonly #aheadMs: number[] = [0];
  /** Whether files were saved after types were checked. */
  #areTypesOld = false;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** These are all problems of that source. Returns those that are new. */
  found(source: ProblemSource, diagnostics: readonly Diagnostic[]): readonly Problem[] {
    const known = new Set(this.of(source).map(({ message }) => message));
    const errors = diagnostics.filter(({ severity }) => severity === "error" || warns.includes(source));
    const objects = ({ message }: Diagnostic): readonly string[] => (source === "topology" ? objectOf(message) : []);
    const problems = errors.map((each) => {
      return { ...this.#problemOf(each), isWarning: each.severity !== "error", objects: objects(each) };
    });
    this.#found.set(source, problems);
    this.#notLoaded.set(source, notLoaded(diagnostics));
    if (source === "types") this.#areTypesOld = false;
    const own = source === "types" ? this.#ownTypes(problems) : problems;
    return own.filter(({ message }) => !known.has(message));
  }

  /** What it is about failed, as a line of the log says: a reconcile of an object, or a handler. Returns whether that is new. */
  thrown(about: string, diagnostic: Diagnostic, { error, ts, controller }: Readonly<Record<string, unknown>>): boolean {
    const known = this.#thrown.get(about);
    const isKnown = known?.diagnostic === diagnostic;
    const problem = isKnown ? known.problem : this.#problemOf(withTime(diagnostic, ts), about);
    const at = typeof ts === "string" ? Date.parse(ts) : Number.NaN;
    const shown = typeof error === "string" ? { ...problem, error } : problem;
    this.#thrown.set(about, { problem: shown, diagnostic, at, controller });
    return !isKnown;
  }

  /** What works again is no problem any more, and a reconcile or a call of a hook may take long. Returns whether something is different. */
  trace(record: TraceEvent, time: Date = new Date()): boolean {
    if (record.type === "hook") {
      const wasOpen = this.#endCall(callName(record));
      return this.#answered(record, time) || wasOpen;
    }
    if (record.type === "calling") {
      const { at, hook, handler, cluster, ms } = record;
      const name = callName(record);
      const call = { at, hook, handler, cluster, since: time.getTime() - ms };
      this.#calling.set(name, [...(this.#calling.get(name) ?? []), call]);
      return true;
    }
    if (record.type === "running") {
      // The clock of the process may be ahead.
      this.#running.set(record.reconcileId, { object: objectName(record), since: time.getTime() - record.ms });
      return true;
    }
    if (record.type !== "run") return false;
    const hasEnded = this.#running.delete(record.reconcileId);
    if (!isRight(record.outcome)) return hasEnded;
    const { controller } = record;
    return this.#works(objectName(record), { at: this.#began(record, time), controller }) || hasEnded;
  }

  /** The clock of the process is so far ahead of the computer's. */
  clock(aheadMs: number): void {
    this.#aheadMs.push(aheadMs);
  }

  /** When a reconcile or a call began, by the computer's clock. Its record comes soon after its end, and may be of a time before the last move. */
  #began({ at, ms }: { readonly at: number; readonly ms: number }, arrived: Date): number {
    const ends = this.#aheadMs.map((aheadMs) => at + ms - aheadMs);
    const possible = ends.filter((end) => end <= arrived.getTime() + slackMs);
    return possible.length === 0 ? at : Math.max(...possible) - ms;
  }

  /** It works, unless the error came later: logs and traces come on ways of their own, so the record of the run before it may be the last to come. Another controller of the object says nothing about it. */
  #works(about: string, { at, controller }: { readonly at: number; readonly controller?: string }): boolean {
    const thrown = this.#thrown.get(about);
    if (thrown === undefined || at <= thrown.at) return false;
    const isOther = controller !== undefined && thrown.controller !== undefined && controller !== thrown.controller;
    return !isOther && this.#thrown.delete(about);
  }

  /** Returns whether the call was open. */
  #endCall(name: string): boolean {
    const [first, ...others] = this.#calling.get(name) ?? [];
    if (others.length > 0) this.#calling.set(name, others);
    else this.#calling.delete(name);
    return first !== undefined;
  }

  /** A handler that did not answer in time is a problem until its next answer; what it threw, until it succeeds. */
  #answered(call: HookTrace, time: Date): boolean {
    const { hook, handler, status, retryAfterSeconds = 0, message = "", timedOut = false } = call;
    const about = handlerName(handler);
    const silence = silenceOf(about);
    if (timedOut) {
      const isRepeated = status === "Success" && retryAfterSeconds > 0;
      const problem = silenceWords(message) + (isRepeated ? `, called again after ${retryAfterSeconds} s` : "");
      const diagnostic = diagnose(devDiagnostics, "dev/no-answer", { values: { hook, handler, problem } });
      this.#thrown.set(silence, { problem: this.#problemOf(diagnostic, about), diagnostic, at: Number.NaN });
      return true;
    }
    const hasAnswered = this.#thrown.delete(silence);
    return (status === "Success" && this.#works(about, { at: this.#began(call, time) })) || hasAnswered;
  }

  /** Files were saved: what was wrong with types may be right now. */
  changed(): void {
    this.#areTypesOld = this.of("types").some(({ isWarning }) => !isWarning);
  }

  /** The process has another state. Once another one begins, how the one before it ended or was blocked does not matter, and what it throws is to be seen. */
  process(state: ProcessState, down: readonly string[] = []): void {
    if (state !== "ready") this.#running.clear();
    // Nobody knows whether it was a program that is down that was called.
    if (state !== "ready" || down.length > 0) this.#calling.clear();
    if (state !== "starting") return;
    this.#thrown.clear();
    for (const source of ["exit", "loop"] as const) {
      this.#found.delete(source);
      this.#notLoaded.delete(source);
    }
  }

  /** What a source has found. */
  of(source: ProblemSource): readonly Problem[] {
    return this.#found.get(source) ?? [];
  }

  /** Everything, the most important first. The same problem of several objects is one. */
  get all(): readonly Problem[] {
    const types = this.#areTypesOld ? [] : this.#ownTypes(this.of("types"));
    const problems = [...this.#thrown.values()].map(({ problem }) => problem);
    const equal = [...Map.groupBy(problems, ({ sameness }) => sameness).values()];
    const thrown = equal.flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, objects: [first, ...others].flatMap(({ objects }) => objects) }],
    );
    const [unchecked, wrong] = [true, false].map((is) => types.filter(({ isWarning }) => isWarning === is));
    const topology = this.of("topology")
      .filter(({ message }) => !this.#isOfHandler(message))
      .toSorted((a, b) => Number(a.isWarning) - Number(b.isWarning));
    const last = [...topology, ...this.of("sample"), ...(unchecked ?? []), ...this.of("stored")];
    return [...causes.flatMap((source) => this.of(source)), ...(wrong ?? []), ...thrown, ...last];
  }

  /** Whether the failure of a topology is that of a handler that has a problem of its own, with its line. */
  #isOfHandler(message: string): boolean {
    const [, handler] = /: calling \w+ of (\S+) failed: /.exec(message) ?? [];
    if (handler === undefined) return false;
    const about = handlerName(handler);
    return this.#thrown.has(about) || this.#thrown.has(silenceOf(about));
  }

  /** The reconciles that have run for long, and run. */
  get running(): readonly LongRun[] {
    return [...this.#running.values()];
  }

  /** The calls of hooks that are not answered yet, the newest last. */
  get calling(): readonly OpenCall[] {
    return [...this.#calling.values()].flat();
  }

  /** How many errors there are, beside a blocked loop: that has a word of its own. */
  get count(): number {
    return this.all.filter(({ isWarning }) => !isWarning).length - this.of("loop").length;
  }

  /** How many warnings there are. */
  get warningCount(): number {
    return this.all.filter(({ isWarning }) => isWarning).length;
  }

  /** Whether errors of types are known that may be right by now. */
  get areTypesOld(): boolean {
    return this.#areTypesOld;
  }

  /** The message with its place, the lines of code and the help. */
  linesOf(diagnostic: Diagnostic): readonly string[] {
    let shown = "";
    printDiagnostic(diagnostic, { cwd: this.#cwd, out: (more) => void (shown += more) });
    return shown.trimEnd().split("\n");
  }

  #ownTypes(problems: readonly Problem[]): readonly Problem[] {
    const files = new Set([...this.#notLoaded.values()].flatMap((each) => [...each]));
    return problems.filter(({ position }) => position === undefined || !files.has(position.file));
  }

  #problemOf(diagnostic: Diagnostic, object?: string): Problem {
    const { code, message, position } = diagnostic;
    const [, time = ""] = object === undefined ? [] : (/^(\d\d:\d\d:\d\d )/.exec(message) ?? []);
    const sameness = JSON.stringify([code, withoutObject(message.slice(time.length), object), position]);
    const objects = object === undefined ? [] : [object];
    return {
      message,
      ...(position && { position }),
      isWarning: false,
      lines: this.linesOf(diagnostic),
      sameness,
      objects,
    };
  }
}

/** An error that was over and comes again has the time of now: the log counts it, and reports it with that of its first one. */
function withTime(diagnostic: Diagnostic, ts: unknown): Diagnostic {
  const [, time] = (typeof ts === "string" && /T(\d\d:\d\d:\d\d)/.exec(ts)) || [];
  if (time === undefined) return diagnostic;
  return { ...diagnostic, message: diagnostic.message.replace(/^\d\d:\d\d:\d\d (?=\S)/, `${time} `) };
}

/** The same for a call and its answer. */
function callName({ at, hook, handler, cluster }: CallingTrace | HookTrace): string {
  return JSON.stringify([at, hook, handler, cluster?.namespace, cluster?.name]);
}

/** What it is about that a handler does not answer. */
function silenceOf(handler: string): string {
  return `no answer of ${handler}`;
}

/** The files that Node cannot load. Of a syntax error there, the compiler makes many, and these end with the one that Node names. */
export function notLoaded(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const errors = diagnostics.filter(({ code }) => code === "cli/module");
  return new Set(errors.flatMap(({ position }) => position?.file ?? []));
}

/** The object that a message about a topology or what belongs to it names first. */
function objectOf(message: string): readonly string[] {
  const [, object] = /^(\w+ [^\s:/]+\/[^\s:/]+)(?::| )/.exec(message) ?? [];
  return object === undefined ? [] : [object];
}

/** A message of which the name of the object is no part. */
function withoutObject(message: string, object: string | undefined): string {
  if (object === undefined) return message;
  const name = object.slice(object.lastIndexOf("/") + 1);
  return message.replaceAll(object, "").replaceAll(`"${name}"`, "").replaceAll(`/${name}`, "");
}

/** Whether a reconcile did what it should: an error of the one before is over. */
export function isRight(outcome: RunOutcome): boolean {
  return outcome === "done" || outcome === "requeueAfter" || outcome === "wait";
}
