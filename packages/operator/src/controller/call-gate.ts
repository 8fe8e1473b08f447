// Whether a reconcile, or what only the leader runs, may call the API server, and what ends its calls.
import type { CallOptions } from "@capstan/client";

/** The options that end a call. */
export type EndOptions = Pick<CallOptions, "signal" | "beforeAttempt">;

/** The calls of one reconcile, or of the leader. */
export class CallGate {
  readonly #rejection: () => Error | undefined;
  #inFlight: AbortController | undefined;
  #closed: Error | undefined;

  /** `rejection` says why no call may begin now; undefined when it may. */
  constructor(rejection: () => Error | undefined) {
    this.#rejection = rejection;
  }

  /** Whether calls may be in flight. */
  get isUsed(): boolean {
    return this.#inFlight !== undefined;
  }

  /** Throws when no call may begin now. */
  check(): void {
    const rejection = this.#closed ?? this.#rejection();
    if (rejection !== undefined) throw rejection;
  }

  /** Begins a call; returns what ends it: a signal, and a check before each attempt, since a process that was stopped may go on with a retry. Throws when it may not begin. */
  begin({ signal, beforeAttempt }: EndOptions = {}): Required<EndOptions> {
    this.check();
    this.#inFlight ??= new AbortController();
    const { signal: ours } = this.#inFlight;
    return {
      signal: signal === undefined ? ours : AbortSignal.any([signal, ours]),
      beforeAttempt: () => {
        this.check();
        beforeAttempt?.();
      },
    };
  }

  /** Ends the calls that have begun; others may begin. */
  cancel(reason: Error): void {
    this.#inFlight?.abort(reason);
    this.#inFlight = undefined;
  }

  /** Ends the calls that have begun, and rejects all others. */
  close(reason: Error): void {
    this.#closed ??= reason;
    this.cancel(reason);
  }
}
