// Tasks of a provider that run as long as its manager does, beside its controllers.
import type { Client } from "@capstan/client";
import type { Logger } from "@capstan/operator";

/** What a task may use. */
export interface RunnableContext<S> {
  /** What the `services` function of `run` returned. */
  readonly services: S;
  /** A client of the management cluster. The provider's `rules` are its rights. In a task that needs the leader, calls are rejected with `operator/not-leading` as soon as this process does not lead. */
  readonly client: Client;
  /** Writes log lines with the name of the task. */
  readonly log: Logger;
  /** Aborts when the manager stops, and when leadership is lost. */
  readonly signal: AbortSignal;
}

/**
 * A task that runs as long as the provider does, for example one that reads the prices of a cloud every hour.
 *
 * @example
 * const prices: ProviderRunnable<Services> = {
 *   name: "prices",
 *   async run({ services, signal }) {
 *     while (!signal.aborted) await services.prices.refresh({ signal, every: "1h" });
 *   },
 * };
 */
export interface ProviderRunnable<in S> {
  /** For log lines and errors. */
  readonly name: string;
  /** Whether only the leader runs it. Default: true; with false every replica does. */
  readonly needsLeader?: boolean;
  /** Runs until the signal aborts. It starts when the caches are filled. Resolving early is fine. A rejection ends the provider (`operator/runnable-failed`). */
  run(context: RunnableContext<S>): Promise<void>;
}
