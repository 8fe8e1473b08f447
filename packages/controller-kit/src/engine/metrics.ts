// What the engine counts. prometheus-metrics.ts writes it down in controller-runtime's names, so that existing dashboards and
// alerts work; without a metrics endpoint nothing is counted and prom-client is never loaded.

/** How a run of a reconcile ended, in controller-runtime's words. */
export type ReconcileOutcome = "success" | "error" | "requeue_after";

/** Counts what controllers, queues, the client and the leader election do. */
export interface Metrics {
  /** A controller exists: its counters begin at zero. */
  controllerAdded(controller: string, concurrency: number): void;
  activeWorkers(controller: string, count: number): void;
  reconciled(controller: string, outcome: ReconcileOutcome, seconds: number): void;
  /** A run failed for good, or ran out of time; counted besides its outcome. */
  reconcileProblem(controller: string, problem: "terminal" | "timeout"): void;
  /** A run was put off because the cache had not yet seen the last one's writes. */
  staleCacheDeferred(controller: string, kind: string): void;
  queueAdded(controller: string): void;
  queueRetried(controller: string): void;
  /** How long a key waited, from when it was ready. */
  queueWaited(controller: string, seconds: number): void;
  leader(name: string, leading: boolean): void;
  request(outcome: {
    readonly method: string;
    readonly host: string;
    readonly code: string;
    readonly durationMs: number;
  }): void;
  /** Reads a value when the metrics are asked for. */
  gauge(
    name: "workqueue_depth" | "workqueue_unfinished_work_seconds" | "workqueue_longest_running_processor_seconds",
    controller: string,
    read: () => number,
  ): void;
}

/** Counts nothing. */
export const noMetrics: Metrics = {
  controllerAdded: ignore,
  activeWorkers: ignore,
  reconciled: ignore,
  reconcileProblem: ignore,
  staleCacheDeferred: ignore,
  queueAdded: ignore,
  queueRetried: ignore,
  queueWaited: ignore,
  leader: ignore,
  request: ignore,
  gauge: ignore,
};

function ignore(): void {
  // Nothing is counted.
}
