// What the main thread and the threads that serve tell each other.
import type { WebhookChange } from "../metrics/metrics.ts";

/** What a thread is started with. */
export interface ThreadStart {
  /** 0 selects any free port. */
  readonly port: number;
  /** Whether other threads listen on the port, too. */
  readonly reusePort: boolean;
  /** Whether its requests are counted: only if someone reads the metrics. */
  readonly counts: boolean;
  /** Whether log lines are read on a terminal. */
  readonly isTerminal: boolean;
}

/** The name of that in the data of a thread: programs may start threads of their own. */
export const startName = "capstanServerThread";

/** What a thread has counted since it told the last time. */
export interface ThreadCounts {
  readonly added: readonly string[];
  readonly requests: readonly (readonly [webhook: string, change: WebhookChange])[];
  readonly problems: readonly (readonly [code: string, times: number | undefined])[];
  readonly panics: readonly string[];
  readonly certificates: readonly boolean[];
}

/** From a thread: it listens; and each second that it works, with what it has counted. */
export type ThreadNews =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "works"; readonly counts: ThreadCounts | undefined };

/** How often a thread tells that it works. */
export const tellMs = 1000;

/** To a thread: it is to stop. */
export interface ThreadStop {
  /** How long requests in flight may take. */
  readonly drainMs: number | undefined;
}
