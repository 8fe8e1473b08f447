// Notices a process whose event loop is blocked, and finds out where.
import type { ChildProcess } from "node:child_process";
import type { Position } from "@capstan/kube";
import { aliveEveryMs, type DebuggerSettings, onAlive } from "../project/say-alive.ts";
import { placeOfBlock } from "./place-of-block.ts";
import { isStopped, RunShare } from "./process-state.ts";

/** How many times in a row nothing may come from a process: a second, and more while it loads its modules. */
const silences = { ready: 3, starting: 8 };

/** A time in which a process only waited for a processor counts for seven tenths: what a description takes at most, five seconds, is longer than a loop at its start is not noticed. */
const leastShare = 0.7;

/** What is known about a blocked event loop. */
export interface Block {
  /** Where it is blocked, if that could be found. */
  readonly position?: Position;
  /** The process id where a signal (SIGSTOP, SIGTSTP) has stopped the whole process, as far as the system tells that. */
  readonly stopped?: number;
}

/** How one process is watched. */
export interface LoopWatchOptions {
  /** The folder of the project: a place in it says more than one in a package. */
  readonly root: string;
  /** Called when the event loop is blocked, once for each place. */
  readonly blocked: (block: Block) => void;
  /** Called when a block that was reported has ended by itself. */
  readonly freed?: (() => void) | undefined;
  /** The debugger of the project's author, if there is one: a process that it has stopped is no report. */
  readonly inspect?: DebuggerSettings | undefined;
}

/** Watches one process to its end. */
export class LoopWatch {
  readonly #child: ChildProcess;
  readonly #options: LoopWatchOptions;
  readonly #reported = new Set<string>();
  /** How many times nothing came from it since something last did. Counted, not timed: while this process is busy itself, nothing is counted. A time in which it waited for a processor counts in part. */
  #silent = 0;
  readonly #runShare: RunShare | undefined;
  #hasSpoken = false;
  #limit: number = silences.starting;

  constructor(child: ChildProcess, options: LoopWatchOptions) {
    this.#child = child;
    this.#options = options;
    this.#runShare = child.pid === undefined ? undefined : new RunShare(child.pid);
    onAlive(child, () => this.#alive());
    const timer = setInterval(() => this.#listen(), aliveEveryMs);
    child.once("exit", () => clearInterval(timer));
    child.once("error", () => clearInterval(timer));
  }

  /** Whether the event loop is blocked now. */
  get isBlocked(): boolean {
    return this.#silent >= this.#limit;
  }

  /** The process has loaded its modules: from now on it is blocked after a second. */
  ready(): void {
    this.#limit = silences.ready;
  }

  #alive(): void {
    const wasBlocked = this.isBlocked;
    this.#hasSpoken = true;
    this.#silent = 0;
    if (wasBlocked) this.#options.freed?.();
  }

  #listen(): void {
    const wasBlocked = this.isBlocked;
    // A busy computer keeps it silent, too. A loop that never ends waits as well there, so some of the time always counts.
    this.#silent += Math.max(leastShare, this.#runShare?.next(aliveEveryMs) ?? 1);
    if (this.isBlocked && !wasBlocked && this.#options.inspect === undefined) void this.#report();
  }

  async #report(): Promise<void> {
    const { pid } = this.#child;
    if (pid !== undefined && isStopped(pid)) return this.#options.blocked({ stopped: pid });
    // Before it has spoken, the signal would end it.
    const position = this.#hasSpoken ? await placeOfBlock(this.#child, this.#options.root) : undefined;
    const place = JSON.stringify(position ?? {});
    if (this.#reported.has(place) || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#reported.add(place);
    this.#options.blocked(position === undefined ? {} : { position });
    // It may have ended while its place was looked for.
    if (!this.isBlocked) this.#options.freed?.();
  }
}
