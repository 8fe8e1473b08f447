// The screen of `capstan dev` on a terminal: draws what happens, takes keys, and always leaves the terminal as it was.
import { errorFrom, oneLine, type Diagnostic } from "@capstan/kube";
import { dirname, relative } from "node:path";
import { clusterActions, mostReplicas } from "../../console/cluster-actions.ts";
import type { FaultName } from "../../console/wire.ts";
import type { Terminal } from "../../output/print-outcome.ts";
import { objectName } from "../../session/read-log-line.ts";
import { inOneLine } from "../../tree/short-words.ts";
import type { CallBook } from "../call-book.ts";
import type { DevActions, DevView, ProblemSource, ProcessState, ShownEnvironment, ShownProject } from "../dev-view.ts";
import type { ProcessLogEntry } from "../readable-log.ts";
import type { ReceivedTrace } from "../trace-receiver.ts";
import { causeFirst, FrameModel } from "./frame-model.ts";
import { FrameWriter, type FrameOutput } from "./frame-writer.ts";
import { actionOf, type KeyAction } from "./key-table.ts";
import { onKeys, type KeyInput } from "./keyboard.ts";
import { stepOf, type Step } from "./live-actions.ts";
import { patchLines, type PatchLine } from "./patch-lines.ts";
import { numberQuestion, type Question } from "./questions.ts";
import { holdTerminal } from "./terminal-hold.ts";

/** What the screen writes to. */
export interface ResizedOutput extends FrameOutput {
  readonly writableNeedDrain: boolean;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

/** Both sides of the terminal. */
export interface LiveTerminal {
  readonly input: KeyInput;
  readonly output: ResizedOutput;
  /** Where the lines go that are printed after the screen. */
  readonly lines: Terminal;
}

type NumberStep = Extract<Step, { readonly set: unknown }>;

/** The shortest time between two frames, and how much longer it is after one that took long. While the process has no time for timers, a frame that is so late is drawn at once. */
const pace = { frameMs: 80, rest: 4, mostRestMs: 120, lateMs: 10, tickMs: 1000, messageMs: 6000 };

/** No number has more: every number of replicas that can be set has far fewer, and a longer one is shown as it was typed. */
const mostDigits = 20;

/** A run of dev on a screen. */
export class LiveScreen implements DevView {
  /** What is printed is a line of the log while the screen is there. */
  readonly terminal: Terminal;
  readonly #live: LiveTerminal;
  readonly #writer: FrameWriter;
  readonly #model: FrameModel;
  readonly #ends: (() => void)[] = [];
  #environment: ShownEnvironment | undefined;
  #programs = 1;
  #calls: Pick<CallBook, "get"> | undefined;
  #actions: DevActions | undefined;
  #answer: ((key: string) => void) | undefined;
  /** The names of objects of which a person wants to know when they do not exist any more. */
  readonly #deleting = new Set<string>();
  #releaseKeys: (() => void) | undefined;
  #suspend: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next frame is to be drawn. */
  #due = 0;
  #message: ReturnType<typeof setTimeout> | undefined;
  /** Whether the message is about a start. */
  #isAboutRun = false;
  #notBefore = 0;
  #isClosed = false;

  constructor(live: LiveTerminal, project: string) {
    this.#live = live;
    this.#writer = new FrameWriter(live.output);
    this.#model = new FrameModel({ project, type: "" }, live.lines.cwd);
    const { lines } = live;
    this.terminal = {
      ...lines,
      out: (text, holds) => (this.#isClosed ? lines.out(text, holds) : this.#print(text)),
      // Errors stand above the log, until they are right.
      err: (text) => (this.#isClosed ? lines.err(text) : undefined),
    };
  }

  /** Shows the screen, until the signal aborts or it is closed. */
  open(actions: DevActions): void {
    this.#actions = actions;
    const { lines, output } = this.#live;
    const close = (): void => this.close();
    const redraw = (): void => this.#redraw();
    lines.signal.addEventListener("abort", close, { once: true });
    output.on("resize", redraw);
    const tick = setInterval(() => this.#changed(), pace.tickMs).unref();
    const held = holdTerminal({ leave: () => this.#leave(), enter: () => this.#enter(), redraw });
    this.#suspend = held.suspend;
    this.#ends.push(
      held.release,
      () => lines.signal.removeEventListener("abort", close),
      () => output.off("resize", redraw),
      () => clearInterval(tick),
    );
    this.#enter();
    if (lines.signal.aborted) this.close();
  }

  /** Leaves the screen, and prints what is important now. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const end of this.#ends.splice(0)) end();
    clearTimeout(this.#timer);
    clearTimeout(this.#message);
    this.#leave();
    const { printed } = this.#model;
    const { kubeconfig } = this.#model.facts;
    if (printed.length > 0) this.#live.lines.err(`${printed.join("\n")}\n`);
    if (kubeconfig !== undefined) this.#live.lines.out(`the kubeconfig of the control plane was ${kubeconfig}\n`);
  }

  started(environment: ShownEnvironment, project: ShownProject): void {
    this.#environment = environment;
    this.#programs = project.programs ?? 1;
    const kubeconfig = relative(this.#live.lines.cwd, environment.kubeconfigFile);
    this.#model.know({ project: project.name, type: project.type, kubeconfig });
    const end = environment.server.changes((change) => {
      this.#model.change(change);
      const name = change.type === "DELETED" && objectName(change);
      if (name !== false && this.#deleting.delete(name)) this.#show(`deleted ${name}`, false);
      this.#changed();
    });
    this.#ends.push(end);
  }

  calls(book: Pick<CallBook, "get">): void {
    this.#calls = book;
  }

  console(url: string): void {
    this.#model.know({ console: url });
    this.#changed();
  }

  process(state: ProcessState, down: readonly string[] = []): void {
    this.#model.process(state, down);
    if (state !== "starting" && this.#isAboutRun) this.#endMessage();
    this.#changed();
  }

  log(output: string): void {
    this.#answers();
    this.#print(output);
  }

  trace({ records }: ReceivedTrace): void {
    this.#answers();
    for (const record of records) this.#model.trace(record);
    this.#changed();
  }

  problems(source: ProblemSource, diagnostics: readonly Diagnostic[]): void {
    this.#model.found(source, diagnostics, new Date());
    this.#changed();
  }

  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, isRepeated: boolean): void {
    if (isRepeated) this.#model.thrownAgain(diagnostic, entry);
    else this.#model.thrown(diagnostic, entry, new Date());
    this.#changed();
  }

  changed(): void {
    this.#model.problems.changed();
    this.#changed();
  }

  sampleWaits(waits: boolean): void {
    this.#model.objects.sampleWaits = waits;
    this.#changed();
  }

  simulates(what: string): void {
    this.#model.know({ simulated: what });
  }

  faults(names: readonly FaultName[]): void {
    this.#model.know({ faults: names });
    this.#changed();
  }

  clock(aheadSeconds: number): void {
    this.#model.know({ aheadSeconds });
    this.#model.problems.clock(aheadSeconds * 1000);
    this.#changed();
  }

  leftOut(records: number): void {
    this.#model.know({ leftOut: records });
    this.#changed();
  }

  again(line: string): void {
    this.#model.note(causeFirst(line), new Date(), "error");
    this.#changed();
  }

  /** A process from which something comes is not blocked any more; of several, another one may be. */
  #answers(): void {
    if (this.#programs === 1) this.#model.problems.found("loop", []);
  }

  #print(output: string): void {
    this.#model.log.add(output, new Date());
    this.#changed();
  }

  #enter(): void {
    if (this.#isClosed) return;
    this.#writer.open();
    this.#releaseKeys ??= onKeys(this.#live.input, (key) => this.#pressed(key));
    this.#changed();
  }

  #leave(): void {
    this.#releaseKeys?.();
    this.#releaseKeys = undefined;
    this.#writer.close();
  }

  #redraw(): void {
    this.#writer.forget();
    this.#changed();
  }

  /** Draws soon, with all that changes until then. */
  #changed(): void {
    if (!this.#writer.isOpen) return;
    const now = performance.now();
    if (this.#timer === undefined) {
      this.#due = Math.max(now, this.#notBefore);
      this.#timer = setTimeout(() => this.#draw(), this.#due - now).unref();
    } else if (now > this.#due + pace.lateMs) this.#draw();
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { output, lines } = this.#live;
    const began = performance.now();
    // A terminal that reads too slowly gets fewer frames.
    if (!output.writableNeedDrain) {
      const { columns, rows } = output;
      const size = { columns, rows, colors: lines.colors === true };
      this.#writer.draw(this.#model.frame(size, new Date(), this.#environment?.server.clock?.aheadMs));
    }
    const now = performance.now();
    this.#notBefore = now + Math.max(pace.frameMs, Math.min(pace.mostRestMs, pace.rest * (now - began)));
  }

  #pressed(key: string): void {
    const answer = this.#answer;
    const action = actionOf(key);
    if (answer !== undefined && action !== "suspend" && key !== "ctrl-c") answer(key);
    else if (action !== undefined) this.#act(action);
    else this.#model.closeHelp();
    this.#changed();
  }

  #act(action: KeyAction): void {
    if (this.#model.act(action)) return;
    // As the terminal sends them for these keys while nothing reads keys one by one.
    if (action === "quit") process.kill(process.pid, "SIGINT");
    else if (action === "suspend") this.#suspend();
    else if (action === "redraw") this.#redraw();
    else this.#begin(action);
  }

  #begin(action: KeyAction): void {
    if (this.#actions === undefined) return;
    const { kubeconfigFile } = this.#environment ?? {};
    const step = stepOf(action, {
      objects: this.#model.objects,
      run: this.#actions,
      cluster: this.#environment && clusterActions(this.#environment.client),
      console: this.#model.facts.console,
      folder: kubeconfigFile === undefined ? "" : dirname(kubeconfigFile),
      env: this.#live.lines.env,
      patchesOf: (cluster) => this.#patchesOf(cluster),
      deletes: (name) => this.#deleting.add(name),
    });
    if (step !== undefined) this.#take(step);
  }

  #patchesOf(cluster: string): Promise<readonly PatchLine[]> | undefined {
    const calls = this.#model.patchCalls(cluster);
    return calls.length === 0 || this.#calls === undefined ? undefined : patchLines(calls, this.#calls);
  }

  async #showOver(lines: Promise<readonly PatchLine[]>): Promise<void> {
    try {
      this.#model.showOver(await lines);
      this.#changed();
    } catch (error) {
      this.#say(oneLine(errorFrom(error).message), true);
    }
  }

  #take(step: Step): void {
    if ("problem" in step) this.#show(step.problem, true);
    else if ("lines" in step) void this.#showOver(step.lines);
    else if ("done" in step) void this.#follow(step.done, step.isAboutRun);
    else if ("confirm" in step) this.#ask(step.confirm, (key) => (key === "y" ? step.yes() : "done"));
    else this.#askNumber(step);
  }

  async #follow(done: Promise<string>, isAboutRun: boolean = false): Promise<void> {
    try {
      const what = await done;
      if (isAboutRun) this.#show(what, false, true);
      else this.#say(what, false);
    } catch (error) {
      this.#say(oneLine(inOneLine(errorFrom(error).message)), true);
    }
  }

  /** Shows a question until a key answers it: with what is done then, or with nothing left to do. */
  #ask(content: Question, answer: (key: string) => Promise<string> | "done"): void {
    clearTimeout(this.#message);
    this.#isAboutRun = false;
    this.#model.footer = { content, isError: false };
    this.#answer = (key) => {
      this.#answer = undefined;
      this.#model.footer = undefined;
      const next = answer(key);
      if (next !== "done") void this.#follow(next);
    };
  }

  /** Asks for a number, until it is set or Escape is pressed. The first digit begins a new one, in place of the one that is offered. */
  #askNumber(step: NumberStep, typed?: string): void {
    const shown = typed ?? String(step.value);
    const again = (next: string): "done" => {
      this.#askNumber(step, next);
      return "done";
    };
    this.#ask(numberQuestion(step, shown), (key) => {
      if (key === "escape") return "done";
      if (key === "return" && shown !== "" && Number(shown) <= mostReplicas) return step.set(Number(shown));
      if (key === "+" || key === "up") return again(String(Number(shown) + 1));
      if (key === "-" || key === "down") return again(String(Math.max(0, Number(shown) - 1)));
      if (key === "backspace") return again(shown.slice(0, -1));
      const isDigit = key.length === 1 && key >= "0" && key <= "9" && (typed ?? "").length < mostDigits;
      if (isDigit) return again((typed ?? "") + key);
      this.#askNumber(step, typed);
      return "done";
    });
  }

  /** In place of the keys for a while, and in the log. */
  #say(content: string, isError: boolean): void {
    if (content === "") return;
    this.#model.note(content, new Date(), isError ? "error" : "info");
    this.#show(content, isError);
  }

  /** In place of the keys for a while. */
  #show(content: string, isError: boolean, isAboutRun: boolean = false): void {
    if (this.#answer !== undefined) return;
    this.#model.footer = { content, isError };
    this.#isAboutRun = isAboutRun;
    clearTimeout(this.#message);
    this.#message = setTimeout(() => this.#endMessage(), pace.messageMs).unref();
    this.#changed();
  }

  #endMessage(): void {
    clearTimeout(this.#message);
    this.#isAboutRun = false;
    if (this.#answer === undefined) this.#model.footer = undefined;
    this.#changed();
  }
}
