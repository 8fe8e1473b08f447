// The processes of a project under `capstan dev`: one for each of its programs, started, killed and stopped together.
import type { MemberDescriptions } from "../project/describe-project.ts";
import type { DebuggerSettings } from "../project/say-alive.ts";
import type { RunOf } from "./dev-environment.ts";
import { packageOf } from "./kits.ts";
import { MemberProcess, type MemberRun, type DevProgram } from "./member-process.ts";

/** What runs. */
export interface ProjectProcessesOptions extends MemberRun {
  readonly programs: readonly DevProgram[];
  /** The debugger of each. */
  readonly inspect?: readonly DebuggerSettings[] | undefined;
}

/** How a start of all went. */
export interface Readiness {
  /** Whether none has failed: one may take longer than the others are kept waiting for it. */
  readonly noneFailed: boolean;
  readonly any: boolean;
}

/** How long the others wait for a program that is not ready. */
const lateMs = 10_000;

/** Holds the processes. */
export class ProjectProcesses {
  readonly #options: ProjectProcessesOptions;
  /** By number; a program without a description has none. */
  readonly #members = new Map<number, MemberProcess>();
  readonly #failed = new Set<number>();
  /** The last start, of which a part may go on although its result is known. */
  #start: { readonly stop: AbortController; readonly done: Promise<unknown> } | undefined;
  /** Whether those that are starting are not waited for any more. */
  #areLate = false;
  #aheadMs = 0;

  constructor(options: ProjectProcessesOptions) {
    this.#options = options;
  }

  /** Creates the processes of those with a description, with one that stands by where `prepare` is set. */
  plan(runOf: RunOf, descriptions: MemberDescriptions, prepare: boolean = false): void {
    const { programs, inspect, once, place } = this.#options;
    for (const program of programs) {
      const { part } = program;
      const description = descriptions[part];
      if (description === undefined || this.#members.has(part)) continue;
      const member = new MemberProcess({
        ...this.#options,
        ...program,
        run: runOf(part, description),
        inspect: inspect?.[part],
        ...(!once && { packageName: packageOf(description, place.root) }),
        changed: () => this.#changed(),
      });
      this.#members.set(part, member);
      member.moveClock(this.#aheadMs);
      if (prepare) member.prepare();
    }
  }

  /** Starts all again but those that are named, beside each other. One that takes long goes on while the others work. */
  async restart(signal: AbortSignal, without: ReadonlySet<number>): Promise<Readiness> {
    await this.#endStart();
    const { once, report } = this.#options;
    const members = [...this.#members].filter(([part]) => !without.has(part));
    for (const [, member] of members) member.starting();
    report.restarted(members.map(([part]) => part));
    report.around?.process("starting");
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const ready = new Map<number, boolean>();
    const late = Promise.withResolvers<void>();
    let timer: NodeJS.Timeout | undefined;
    const done = Promise.all(
      members.map(async ([part, member]) => {
        const isReady = await member.restart(either);
        ready.set(part, isReady);
        if (isReady || either.aborted) this.#failed.delete(part);
        else this.#failed.add(part);
        if (isReady && !once) timer ??= setTimeout(late.resolve, lateMs);
      }),
    );
    this.#start = { stop, done };
    await Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
    const results = [...ready.values()];
    if (results.length < members.length) {
      this.#areLate = true;
      this.#changed();
    }
    return { noneFailed: !results.includes(false), any: results.includes(true) };
  }

  /** What still starts is of no interest any more. */
  async #endStart(): Promise<void> {
    const start = this.#start;
    this.#start = undefined;
    start?.stop.abort();
    await start?.done.catch(() => undefined);
    this.#areLate = false;
  }

  /** Whether a process of the project has not ended. */
  get isRunning(): boolean {
    return [...this.#members.values()].some((member) => member.isRunning);
  }

  /** Whether the last start of the program failed, and nothing was saved since. */
  hasFailed(part: number): boolean {
    return this.#failed.has(part);
  }

  /** What failed may work now. */
  saved(): void {
    this.#failed.clear();
  }

  /** Kills all; returns what happened, or undefined when none runs. */
  async kill(): Promise<string | undefined> {
    await this.#endStart();
    const killed = await Promise.all(
      [...this.#members.values()].map(async (member) => ((await member.kill()) ? [member.entry] : [])),
    );
    const entries = killed.flat();
    if (entries.length === 0) return undefined;
    return this.#options.programs.length === 1
      ? "killed the process of the project with SIGKILL; it is started again"
      : `killed ${entries.join(" and ")} with SIGKILL; the project is started again`;
  }

  /** Moves the clocks of all so far ahead of the computer's. */
  moveClock(aheadMs: number): void {
    this.#aheadMs = aheadMs;
    for (const member of this.#members.values()) member.moveClock(aheadMs);
  }

  async stop(): Promise<void> {
    await this.#endStart();
    await Promise.all([...this.#members.values()].map((member) => member.stop()));
  }

  /** The project runs while one of its programs does; what is wrong with others is shown as problems. */
  #changed(): void {
    const { programs, report } = this.#options;
    const states = programs.map(({ part }) => this.#members.get(part)?.state ?? "failed");
    if (states.includes("starting") && !this.#areLate) return;
    if (!states.includes("ready")) return report.around?.process("failed");
    report.around?.process(
      "ready",
      programs.flatMap(({ word }, at) => (states[at] === "ready" ? [] : [word])),
    );
  }
}
