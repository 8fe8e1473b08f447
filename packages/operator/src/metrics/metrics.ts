// What a manager counts. Without a metrics address nothing is counted and prom-client is never loaded.

/** How a reconcile ended, in controller-runtime's label values. */
export type ReconcileOutcome = "success" | "error" | "requeue" | "requeue_after";

/** Values that are read when the metrics are. */
export type GaugeName =
  | "capstan_abandoned_reconciles"
  | "capstan_pending_maps"
  | "workqueue_unfinished_work_seconds"
  | "workqueue_longest_running_processor_seconds";

/** How the requests of a webhook change. */
export interface WebhookChange {
  readonly inFlight: 1 | -1;
  /** Of a request that ended. */
  readonly code?: number;
  readonly seconds?: number;
}

/** Counts what controllers, queues, the client and the leader election do. */
export interface Metrics {
  /** Sets the counters of a new controller to zero. */
  controllerAdded(controller: string, concurrency: number): void;
  activeWorkers(controller: string, count: number): void;
  reconciled(controller: string, outcome: ReconcileOutcome, seconds: number): void;
  /** A run ended with a terminal or a transient error or with a mistake of the program, exceeded its time, was abandoned or ran while the event loop stood still; counted in addition to its outcome. */
  reconcileProblem(
    controller: string,
    problem: "terminal" | "transient" | "timeout" | "abandoned" | "panic" | "blocked",
  ): void;
  /** A run was postponed because the cache had not seen the writes of the last one. */
  staleCacheDeferred(controller: string, kind: string): void;
  /** A cache did not see a write in time, and its run is not postponed for it any longer. */
  ownWriteNotSeen(controller: string, kind: string): void;
  /** A run was postponed because its key ran too often a moment ago. */
  reconcileSpaced(controller: string): void;
  queueAdded(controller: string): void;
  queueRetried(controller: string): void;
  /** How long a key waited since it was due. */
  queueWaited(controller: string, seconds: number): void;
  leader(name: string, leading: boolean): void;
  /** The leader had to read its Lease before it could renew it. */
  leaderSlowPath(name: string): void;
  /** A list or a watch of a kind failed; it is tried again. */
  watchFailed(kind: string): void;
  /** A call of the `map` of a watch failed; it is repeated. */
  mapFailed(controller: string, kind: string): void;
  /** A source of keys ended or threw, and is opened again, or gave something other than keys. */
  sourceFailed(controller: string, source: string): void;
  /** A webhook answered with an error, or ignored something. The codes are those of a table, so there are few. */
  webhookProblem(code: string, times?: number): void;
  /** Sets what is counted of a path of a server to zero. */
  webhookAdded(webhook: string): void;
  /** A request of a server of the manager began, or ended with a status code. */
  webhookRequest(webhook: string, change: WebhookChange): void;
  /** A route of a server, or a function of its author, threw what a panic is in Go. */
  webhookPanicked(webhook: string): void;
  /** A certificate was read from its files. */
  certificateRead(ok: boolean): void;
  request(outcome: {
    readonly method: string;
    readonly host: string;
    readonly code: string;
    readonly durationMs: number;
  }): void;
  /** Registers a function that is called when the metrics are read. */
  gauge(name: GaugeName, controller: string, read: () => number): void;
  /** Registers a function that gives how many keys wait, by priority. */
  depth(controller: string, read: () => ReadonlyMap<number, number>): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = {
  controllerAdded: ignore,
  activeWorkers: ignore,
  reconciled: ignore,
  reconcileProblem: ignore,
  staleCacheDeferred: ignore,
  ownWriteNotSeen: ignore,
  reconcileSpaced: ignore,
  queueAdded: ignore,
  queueRetried: ignore,
  queueWaited: ignore,
  leader: ignore,
  leaderSlowPath: ignore,
  watchFailed: ignore,
  mapFailed: ignore,
  sourceFailed: ignore,
  webhookProblem: ignore,
  webhookAdded: ignore,
  webhookRequest: ignore,
  webhookPanicked: ignore,
  certificateRead: ignore,
  request: ignore,
  gauge: ignore,
  depth: ignore,
};

function ignore(): void {
  // Nothing is counted.
}
