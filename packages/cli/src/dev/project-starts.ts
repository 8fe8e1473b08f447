// The starts of the project's process: after each change, and after the console has killed it. One at a time, and a change comes first.
import { describeError } from "@capstan/kube";

/** How the process is started and killed. */
export interface ProjectStartsOptions {
  /** Starts it again; whether it became ready. */
  readonly start: (signal: AbortSignal) => Promise<boolean>;
  /** Kills it as a crash would end it; what happened, or undefined where there was no process. */
  readonly kill: () => Promise<string | undefined>;
  readonly note: (line: string) => void;
}

/** The start after a kill. */
interface Revival {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Makes starts follow one another. */
export class ProjectStarts {
  readonly #options: ProjectStartsOptions;
  #isStarting = false;
  #revival: Revival | undefined;

  constructor(options: ProjectStartsOptions) {
    this.#options = options;
  }

  /** Starts the process after a change, in place of a start that a kill has begun. */
  async restart(signal: AbortSignal): Promise<boolean> {
    await this.stop();
    this.#isStarting = true;
    try {
      return await this.#options.start(signal);
    } finally {
      this.#isStarting = false;
    }
  }

  /** Kills the process, and starts it again; resolves with what was done when it has ended. A line says that, too, for a kill of the screen as for one of the console. */
  async kill(): Promise<string> {
    if (this.#isStarting) return "the project is being started: nothing was killed";
    this.#isStarting = true;
    const stop = new AbortController();
    const killed = this.#options.kill();
    this.#revival = { stop, done: this.#revive(killed, stop.signal) };
    return (await killed) ?? "no process of the project runs: save a change to start it";
  }

  /** Interrupts the start after a kill. */
  async stop(): Promise<void> {
    this.#revival?.stop.abort();
    await this.#revival?.done;
    this.#revival = undefined;
  }

  async #revive(killed: Promise<string | undefined>, signal: AbortSignal): Promise<void> {
    try {
      const what = await killed;
      if (what === undefined) return;
      this.#options.note(what);
      if (!signal.aborted) await this.#options.start(signal);
    } catch (error) {
      this.#options.note(`the project was not started again: ${describeError(error)}`);
    } finally {
      this.#isStarting = false;
    }
  }
}
