// Pauses after calls that did not come through: a handler that cannot be reached costs its timeout a few times, and not in each reconcile of each Cluster.
import { type DurationString, parseDuration } from "@capstan/kube";

/** When a handler that fails is left alone. Answers with the status `Failure` do not count: it has come through. */
export interface CallPauseOptions {
  /** The calls in a row that must fail before the first pause. Default: 3. */
  readonly failures?: number;
  /** The first pause; each further failure doubles it. Default: "1s". */
  readonly first?: DurationString;
  /** The longest pause. Default: "30s". */
  readonly longest?: DurationString;
}

interface Failing {
  /** Another version of the ExtensionConfig may have fixed it. */
  readonly resourceVersion: string;
  failures: number;
  until: number;
  error: Error;
}

/** What is paused. */
export interface PausedHandler {
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly extensionConfig: { readonly resourceVersion: string };
}

/** The handlers that fail, by name. */
export class CallPauses {
  readonly #failing = new Map<string, Failing>();
  readonly #now: () => number;
  readonly #failures: number;
  readonly #firstMs: number;
  readonly #longestMs: number;

  constructor({ failures = 3, first = "1s", longest = "30s" }: CallPauseOptions, now: () => number) {
    this.#now = now;
    this.#failures = failures;
    this.#firstMs = parseDuration(first);
    this.#longestMs = parseDuration(longest);
  }

  /** The error of the last call while a handler is paused. After a pause one call is let through, and others once it is answered. */
  errorOf(handler: PausedHandler): Error | undefined {
    const failing = this.#of(handler);
    if (failing === undefined || failing.failures < this.#failures) return undefined;
    const now = this.#now();
    if (failing.until > now) return failing.error;
    failing.until = now + handler.timeoutSeconds * 1000;
    return undefined;
  }

  /** A call has ended; with an error when it did not come through. */
  ended(handler: PausedHandler, error: Error | undefined): void {
    if (error === undefined) {
      this.#failing.delete(handler.name);
      return;
    }
    const { resourceVersion } = handler.extensionConfig;
    const failures = (this.#of(handler)?.failures ?? 0) + 1;
    const pause =
      failures < this.#failures ? 0 : Math.min(this.#firstMs * 2 ** (failures - this.#failures), this.#longestMs);
    this.#failing.set(handler.name, { resourceVersion, failures, until: this.#now() + pause, error });
  }

  #of({ name, extensionConfig }: PausedHandler): Failing | undefined {
    const failing = this.#failing.get(name);
    return failing?.resourceVersion === extensionConfig.resourceVersion ? failing : undefined;
  }
}
