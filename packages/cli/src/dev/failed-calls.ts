// Lines about calls of hooks that failed. A failure that the process of the hook reports itself has a line already: its answer and its error come on other ways than what the caller knows, so a line
// waits a moment for them. What is left are calls whose process has ended, or cannot be reached.
import type { HookTrace } from "@capstan/kube/trace";

/** Where the lines go. */
export interface FailedCallsOptions {
  /** Gets a line about a call that failed and that nothing else reports. */
  readonly failed: (line: string) => void;
  /** Gets every other line. */
  readonly note: (line: string) => void;
}

/** How long the report of a process is waited for, and how old it may be. */
const waitMs = 1000;

/** The hook in a line about a call. */
const call = /^calling (\S+) of .* failed: /;

/** Of one run of dev. */
export class FailedCalls {
  readonly #options: FailedCallsOptions;
  /** When a process reported a failure, by hook. */
  readonly #reported = new Map<string, number>();
  readonly #waiting = new Map<ReturnType<typeof setTimeout>, () => void>();

  constructor(options: FailedCallsOptions) {
    this.#options = options;
  }

  /** A process has answered a call. */
  answered({ hook, status }: HookTrace): void {
    if (status !== "Success") this.#reported.set(hook, performance.now());
  }

  /** A line of the caller. */
  line(line: string): void {
    const [, hook] = call.exec(line) ?? [];
    if (hook === undefined) return this.#options.note(line);
    const began = performance.now();
    const show = (): void => {
      const isReported = (this.#reported.get(hook) ?? -Infinity) >= began - waitMs;
      if (!isReported) this.#options.failed(line);
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      show();
    }, waitMs).unref();
    this.#waiting.set(timer, show);
  }

  /** The run ends: nothing else comes. */
  close(): void {
    for (const [timer, show] of this.#waiting) {
      clearTimeout(timer);
      show();
    }
    this.#waiting.clear();
  }
}
