// What `capstan dev` puts around a project beside its control plane: simulated roles, the console, and lines about the phases of objects. The details are in `capstan describe`
// and in the console.
import type { Diagnostic } from "@capstan/kube";
import type { TraceEvent } from "@capstan/kube/trace";
import type { ConsoleProblems } from "../console/console-problems.ts";
import type { CallDesk } from "../console/calls/call-desk.ts";
import { timeInWords } from "../console/time-words.ts";
import type { MemberDescriptions } from "../project/describe-project.ts";
import { CallBook } from "./call-book.ts";
import type { FaultName } from "../console/wire.ts";
import type { EmbeddedConsole, EmbeddedConsoleOptions } from "../console/embedded-console.ts";
import { type DevEnvironment, isOperator } from "./dev-environment.ts";
import { DevHooks } from "./dev-hooks.ts";
import { DevClock } from "./dev-server.ts";
import { LeftOut } from "./left-out.ts";
import { FailedCalls } from "./failed-calls.ts";
import type { DevView, ProblemSource, ProcessState } from "./dev-view.ts";
import { managersHint } from "./manager-files.ts";
import { hookLine, runningLine } from "./readable-log.ts";
import { type ProcessLogEntry, withoutKits } from "./readable-log.ts";
import { followPhases } from "./phase-lines.ts";
import { type PlayedCore, startPlayedCore } from "./played-core.ts";
import { rolesAround } from "./played-roles.ts";
import { followNotSimulated } from "./not-simulated.ts";
import { followRejected, type FollowedTopologies, foundInParts } from "./rejected-topologies.ts";
import { followStuck } from "./stuck-objects.ts";
import type { ReceivedTrace } from "./trace-receiver.ts";

/** What is around the project. */
export interface SurroundingsOptions {
  readonly environment: DevEnvironment;
  readonly descriptions: MemberDescriptions;
  /** The name of the project. */
  readonly project: string;
  readonly note: (line: string) => void;
  /** The folder to which the places of problems are relative. */
  readonly cwd: string;
  /** Whether a browser can look at the session. */
  readonly hasConsole: boolean;
  /** Kills the project's processes, which are then started again; returns what happened. */
  readonly kill: () => Promise<string>;
  /** Moves the clocks of the project's processes so far ahead of the computer's. */
  readonly moveClock: (aheadMs: number) => void;
  /** Called when topologies are rejected or patched differently for the same request, when objects do not go on, and when that is over. */
  readonly rejected: FollowedTopologies["found"];
  /** The screen in the terminal. */
  readonly view?: DevView | undefined;
}

/** Runs beside the project, over all its restarts. */
export class Surroundings {
  /** The calls of hooks, which the processes send. */
  readonly calls: CallBook = new CallBook();
  readonly #stops: (() => Promise<void> | void)[] = [];
  readonly #note: (line: string) => void;
  readonly #hooks: DevHooks;
  readonly #failedCalls: FailedCalls;
  readonly #leftOut: LeftOut = new LeftOut((records) => this.#showLeftOut(records));
  readonly #rejected: ReturnType<typeof foundInParts>;
  /** The clock of the simulated parts, and of the API server if that can be moved, too. */
  readonly #clock: DevClock;
  #core: PlayedCore | undefined;
  #console: EmbeddedConsole | undefined;
  #desk: CallDesk | undefined;
  #problems: ConsoleProblems | undefined;
  readonly #view: DevView | undefined;

  private constructor({ environment, note, view, rejected }: SurroundingsOptions) {
    this.#note = note;
    this.#view = view;
    view?.calls(this.calls);
    this.#clock = environment.server.clock ?? new DevClock();
    const failed = (line: string): void => this.#callFailed(line);
    this.#failedCalls = new FailedCalls({ failed, note });
    this.#rejected = foundInParts(rejected);
    this.#hooks = new DevHooks({
      addresses: environment.hooks,
      note: (line) => this.#failedCalls.line(line),
      unsteady: this.#rejected("patches"),
    });
    this.#stops.push(async () => {
      await this.#hooks.close();
      this.#failedCalls.close();
      this.#leftOut.close();
    });
  }

  /** Starts everything, or nothing. */
  static async start(options: SurroundingsOptions): Promise<Surroundings> {
    const around = new Surroundings(options);
    try {
      await around.#startAll(options);
    } catch (error) {
      await around.stop();
      throw error;
    }
    return around;
  }

  async #startAll(options: SurroundingsOptions): Promise<void> {
    const { environment, descriptions, project, note, cwd, hasConsole, kill, moveClock } = options;
    const { server, client } = environment;
    // An operator has nothing to do with Cluster API.
    const roles = rolesAround(descriptions);
    const plays = isOperator(descriptions) || server.hasManagers === true ? [] : roles.words;
    const more = { kill, clock: (seconds: number) => this.#moveClock(seconds, moveClock) };
    const switched = (names: readonly FaultName[]): void => this.#view?.faults(names);
    const shown = { env: server, client, project, plays, more, switched };
    if (hasConsole) await this.#startConsole(shown, { cwd, addresses: environment.hooks });
    const changes: FollowedTopologies["changes"] = (changed) => server.changes(changed);
    const stuck = { changes, found: this.#rejected("stuck"), now: this.#clock.now };
    this.#stops.push(
      followPhases({ changes: (changed) => server.changes(changed), note }),
      followRejected({ changes, found: this.#rejected("objects") }),
      followStuck(stuck),
    );
    if (plays.length === 0) return;
    this.#stops.push(followNotSimulated({ changes, found: this.#rejected("not simulated") }));
    const core = startPlayedCore({ client, play: roles.play, hooks: this.#hooks, now: this.#clock.now, note });
    this.#core = core;
    this.#stops.push(() => core.stop());
    this.#view?.simulates(roles.short);
    note(`simulated here: ${plays.join(", ")}`);
    // The embedded server alone has faults. With kube-apiserver, the rest could be real, too.
    if (server.faults === undefined) note(managersHint());
  }

  async #moveClock(seconds: number, moveClock: SurroundingsOptions["moveClock"]): Promise<string> {
    const ahead = this.#clock.forward(seconds * 1000);
    this.#problems?.clock(ahead);
    this.#console?.source.update({ aheadSeconds: ahead / 1000 });
    this.#view?.clock(ahead / 1000);
    moveClock(ahead);
    return `${timeInWords(seconds)} later: everything that waited for it runs now`;
  }

  /** The page is loaded for this alone, and is not there in a checkout that was not built. */
  async #startConsole(
    options: EmbeddedConsoleOptions,
    { cwd, addresses }: Pick<SurroundingsOptions, "cwd"> & { readonly addresses: DevEnvironment["hooks"] },
  ): Promise<void> {
    const note = this.#note;
    const [{ startEmbeddedConsole }, { hasPageFiles }, problems, { CallDesk }] = await Promise.all([
      import("../console/embedded-console.ts"),
      import("../console/page-files.ts"),
      import("../console/console-problems.ts"),
      import("../console/calls/call-desk.ts"),
    ]);
    if (!hasPageFiles()) return note("no console: the page is not built");
    this.#desk = new CallDesk(this.calls, addresses);
    this.#console = await startEmbeddedConsole({ ...options, calls: this.#desk });
    this.#problems = new problems.ConsoleProblems(this.#console.source, cwd);
    this.#stops.push(() => this.#console?.close());
    note(`console: ${this.#console.url}`);
    this.#view?.console(this.#console.url);
  }

  /** A process has printed something. */
  log(text: string): void {
    this.#console?.source.log(text);
    this.#view?.log(text);
  }

  /** A process has sent records of its trace. */
  trace(received: ReceivedTrace): void {
    this.#view?.trace(received);
    this.#leftOut.add(received.dropped);
    for (const record of received.records) {
      this.#console?.source.trace(ofTheProject(record));
      this.#problems?.trace(record);
      if (record.type === "hook") this.#failedCalls.answered(record);
      // The screen has a part for them.
      if (this.#view !== undefined) continue;
      if (record.type === "hook") this.#note(hookLine(record));
      if (record.type === "running") this.#note(runningLine(record));
    }
  }

  /** A new process of the project is there; the one before has ended, and has sent what it had to send. */
  processBegins(): void {
    this.#leftOut.restarted();
  }

  #showLeftOut(records: number): void {
    this.#console?.source.update({ leftOut: records });
    this.#view?.leftOut(records);
  }

  #callFailed(line: string): void {
    if (this.#view === undefined) return this.#note(line);
    this.#view.again(line);
    this.tell(line, "error");
  }

  /** The project is another one from its next start on. */
  describe(descriptions: MemberDescriptions): void {
    this.#hooks.describe(descriptions);
  }

  /** Whether the program with that number serves what it has. */
  serves(part: number, isReady: boolean): void {
    this.#desk?.forget(part);
    void this.#hooks.process(part, isReady).then(() => this.#core?.wake());
  }

  /** The processes have another state, and these programs do not run. */
  process(state: ProcessState, down: readonly string[] = []): void {
    this.#view?.process(state, down);
    this.#console?.source.update({ process: state });
    this.#problems?.process(state, down);
  }

  /** All that is wrong with the project by that source. */
  problems(source: ProblemSource, diagnostics: readonly Diagnostic[]): void {
    this.#problems?.found(source, diagnostics);
  }

  /** An error in the log of the process. */
  thrown(diagnostic: Diagnostic, entry: ProcessLogEntry, isRepeated: boolean): void {
    this.#problems?.thrown(diagnostic, entry, isRepeated);
  }

  /** A line of dev for the log of the page. */
  tell(line: string, level: "info" | "error"): void {
    this.#console?.source.note(line, level);
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0).toReversed()) await stop();
  }
}

/** The record, without places in Capstan's own packages. */
function ofTheProject(record: TraceEvent): TraceEvent {
  if (record.type !== "run" || record.error === undefined) return record;
  return { ...record, error: { ...record.error, frames: withoutKits(record.error.frames) } };
}
