// One program of a project under `capstan dev`: its process, and what is printed and shown about it.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { printDiagnostic, printOutcome, type Format, type Terminal } from "../output/print-outcome.ts";
import type { VerbOutcome } from "../outcome.ts";
import type { TrustedProject } from "../project/foreign-project.ts";
import type { DebuggerSettings } from "../project/say-alive.ts";
import { receiveCalls } from "./call-book.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";
import type { EnvironmentRun } from "./dev-environment.ts";
import { DevProcess, type Ended } from "./dev-process.ts";
import type { DevReport, ProblemPart } from "./dev-report.ts";
import type { DevView, ProcessState } from "./dev-view.ts";
import { endProblem, endWords } from "./end-problem.ts";
import { ErrorLog, type ErrorLogOptions } from "./error-log.ts";
import type { Block } from "./loop-watch.ts";
import { NamedOutput, withName, withNameInLog } from "./named-output.ts";
import { readableLog } from "./readable-log.ts";

/** Which program it is. */
export interface DevProgram {
  readonly entry: string;
  /** Its number among those of the project. */
  readonly part: number;
  /** What is before the lines of its log; empty for the only one. */
  readonly word: string;
}

/** What is the same for all programs of a run. */
export interface MemberRun {
  readonly place: TrustedProject;
  readonly terminal: Terminal;
  readonly format: Format;
  readonly once: boolean;
  readonly view?: DevView | undefined;
  readonly report: DevReport;
}

/** How it is run. */
export interface MemberProcessOptions extends MemberRun, DevProgram {
  readonly run: EnvironmentRun;
  readonly inspect?: DebuggerSettings | undefined;
  /** The package that a process stands by with. */
  readonly packageName?: string | undefined;
  /** Called when a start has ended, before what is wrong is shown; and when a process that was ready has ended. */
  readonly changed: () => void;
}

/** How a process ended, and what is wrong about that. */
type ReportedEnd = Pick<VerbOutcome, "title" | "diagnostics">;

/** Runs the program. */
export class MemberProcess {
  readonly #options: MemberProcessOptions;
  readonly #process: DevProcess;
  readonly #output: NamedOutput;
  #errors: ErrorLog | undefined;
  #state: ProcessState = "failed";

  constructor(options: MemberProcessOptions) {
    this.#options = options;
    this.#output = new NamedOutput(options.word, (text) => this.#print(text));
    this.#process = this.#createProcess(options);
  }

  get entry(): string {
    return this.#options.entry;
  }

  /** Of the process that was started last. */
  get state(): ProcessState {
    return this.#state;
  }

  /** Whether there is a process that has not ended. */
  get isRunning(): boolean {
    return this.#process.isRunning;
  }

  /** A start begins. */
  starting(): void {
    this.#errors?.count();
    this.#errors = this.#createErrors();
    this.#output.end();
    this.#state = "starting";
    this.#options.report.around?.serves(this.#options.part, false);
  }

  /** Starts it again after `starting`, and says how that went; whether it became ready. */
  async restart(signal: AbortSignal): Promise<boolean> {
    const { entry, once, part, report } = this.#options;
    const started = await this.#process.restart(signal);
    if (started.ready) report.say(`${entry} ready after ${started.ms} ms`);
    else this.#output.end();
    this.#state = started.ready ? "ready" : "failed";
    report.around?.serves(part, started.ready);
    this.#options.changed();
    if (!started.ready) this.#unblock();
    const title = `${entry} ended before it was ready`;
    const diagnostics = started.ready || signal.aborted ? [] : [this.#problemOf(started, " before it was ready")];
    this.#reportEnd({ title, diagnostics }, { part });
    if (!once && started.ready) this.#reportExit();
    return started.ready;
  }

  /** Has a process stand by for the first start. */
  prepare(): void {
    this.#process.prepare();
  }

  /** Kills it as a crash would; false when it does not run. */
  kill(): Promise<boolean> {
    return this.#process.kill();
  }

  /** Moves its clock so far ahead of the computer's. */
  moveClock(aheadMs: number): void {
    this.#process.moveClock(aheadMs);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    this.#output.end();
  }

  #createProcess({ run, part, ...options }: MemberProcessOptions): DevProcess {
    const { place, entry, word, terminal, once, report, inspect, packageName } = options;
    return new DevProcess({
      ...place,
      ...run,
      entry,
      inspect,
      ...(!once && { packageName }),
      ...(word !== "" && { debuggerName: `the debugger of ${entry}` }),
      print: (text) => this.#output.write(text),
      ...(!once && {
        onTrace: (received) => report.around?.trace(received),
        listen: (child) => {
          report.around?.processBegins();
          receiveCalls(child, part, (call) => report.around?.calls.add(call));
        },
      }),
      unread: terminal.unread,
      take: (line) => this.#errors?.take(line) === true,
      note: (line) => report.say(line),
      blocked: (block) => reportBlock(block, this.#options),
      freed: () => report.shows("loop", [], part),
    });
  }

  #print(text: string): void {
    const { word, report, terminal, view } = this.#options;
    report.around?.log(withNameInLog(word, text));
    if (view === undefined) terminal.out(withName(word, terminal.interactive ? readableLog(text) : text));
  }

  /** A process that ends by itself later is reported; dev keeps waiting for a change. */
  #reportExit(): void {
    const { entry, part, report } = this.#options;
    void this.#process.exited.then((ended) => {
      this.#errors?.count();
      this.#output.end();
      this.#state = "failed";
      report.around?.serves(part, false);
      this.#options.changed();
      this.#unblock();
      const problem = { title: `${entry} ${endWords(ended)}`, diagnostics: [this.#problemOf(ended, " by itself")] };
      // A source of its own: what describes the project meanwhile reports that nothing else is wrong.
      this.#reportEnd(problem, { source: "exit", part });
    });
  }

  /** The log of the screen has a line for each problem: one that says how the process ended needs no title there. */
  #reportEnd(problem: ReportedEnd, of: ProblemPart): void {
    const { view, report } = this.#options;
    const isShown = view !== undefined && problem.diagnostics.every(({ code }) => code === "dev/ended");
    if (isShown) report.found(problem.diagnostics, of);
    else report.report(problem, of);
  }

  /** A process that has ended is not blocked any more. Of the only program, what comes next shows that. */
  #unblock(): void {
    const { word, part, report } = this.#options;
    if (word !== "") report.shows("loop", [], part);
  }

  #createErrors(): ErrorLog {
    const { place, terminal, view, report } = this.#options;
    const note = (line: string): void => {
      if (view === undefined) return report.say(line, "error");
      view.again(line);
      report.around?.tell(line, "error");
    };
    const show: ErrorLogOptions["show"] = (diagnostic, entry, isRepeated) => {
      report.around?.thrown(diagnostic, entry, isRepeated);
      if (view !== undefined) view.thrown(diagnostic, entry, isRepeated);
      else if (!isRepeated) printDiagnostic(diagnostic, terminal);
    };
    return new ErrorLog({ root: place.root, note, show });
  }

  /** Why the process ended. */
  #problemOf(ended: Ended, when: string): Diagnostic {
    const { place, entry, once } = this.#options;
    const hasShown = (message: string): boolean => this.#errors?.hasShown(message) === true;
    return endProblem(ended, { root: place.root, entry, when, once, hasShown });
  }
}

/** Shows where the event loop of a process of the program is blocked, or that a signal has stopped it. */
export function reportBlock(
  { position, stopped }: Block,
  {
    entry,
    part,
    terminal,
    format,
    report,
    view,
  }: Omit<DevProgram, "word"> & Pick<MemberRun, "terminal" | "format" | "report" | "view">,
): void {
  if (stopped !== undefined)
    return terminal.out(`${entry} is stopped by a signal; it goes on after kill -CONT ${stopped}\n`);
  const place = position === undefined ? {} : { position };
  const diagnostic = diagnose(devDiagnostics, "dev/blocked", { values: { entry }, ...place });
  report.shows("loop", [diagnostic], part);
  if (view === undefined)
    printOutcome({ title: `${entry} does not answer`, diagnostics: [diagnostic] }, format, terminal);
}
