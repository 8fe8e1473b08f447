// Metrics with controller-runtime's names, so that existing dashboards and alerts work unchanged.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Metrics, WebhookChange } from "./metrics.ts";
import { RunCounts } from "./run-counts.ts";
import { RunTimes } from "./run-times.ts";

interface Definition {
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
}

const perController = ["controller"] as const;
const perQueue = ["name", "controller"] as const;

/** controller-runtime's buckets of reconcile times, in seconds. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
/** Prometheus' own buckets. Those of controller-runtime are powers of ten, and native histograms between, which prom-client does not have. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** controller-runtime's buckets of queue times, in seconds. It multiplies by ten each time, and two are not quite powers of ten: with others, sums over programs have both. */
const queueBuckets = [1e-8, 1e-7, 1e-6, 9.999999999999999e-6, 9.999999999999999e-5, 1e-3, 0.01, 0.1, 1, 10, 100, 1000];

const counters = {
  controller_runtime_reconcile_total: {
    help: "Total number of reconciliations per controller",
    labels: ["controller", "result"],
  },
  controller_runtime_reconcile_errors_total: {
    help: "Total number of reconciliation errors per controller",
    labels: perController,
  },
  controller_runtime_terminal_reconcile_errors_total: {
    help: "Total number of terminal reconciliation errors per controller",
    labels: perController,
  },
  capstan_transient_reconcile_errors_total: {
    help: "Total number of reconciliations per controller that ended with a TransientError",
    labels: perController,
  },
  controller_runtime_reconcile_panics_total: {
    help: "Total number of reconciliations per controller that ended with a mistake of the program, such as a TypeError",
    labels: perController,
  },
  controller_runtime_webhook_requests_total: {
    help: "Total number of requests of a webhook by HTTP status code",
    labels: ["webhook", "code"],
  },
  controller_runtime_webhook_panics_total: {
    help: "Total number of requests of webhooks that ended with a mistake of the program",
    labels: [],
  },
  controller_runtime_conversion_webhook_panics_total: {
    help: "Total number of requests of the conversion webhook that ended with a mistake of the program",
    labels: [],
  },
  certwatcher_read_certificate_total: { help: "Total number of certificate reads", labels: [] },
  certwatcher_read_certificate_errors_total: { help: "Total number of certificate read errors", labels: [] },
  controller_runtime_reconcile_timeouts_total: {
    help: "Total number of reconciliation timeouts per controller",
    labels: perController,
  },
  capstan_reconciles_abandoned_total: {
    help: "Total number of reconciliations per controller that did not end after their timeout",
    labels: perController,
  },
  capstan_loop_blocked_total: {
    help: "Total number of times that the event loop stood still for a second while reconciliations of a controller ran",
    labels: perController,
  },
  // Here both count the same: a reconcile that is postponed is not one.
  capi_reconcile_total: {
    help: "Total number of reconciliations per controller, without those that were postponed",
    labels: ["controller", "result"],
  },
  capi_reconcile_stale_cache_skips_total: {
    help: "Total number of reconciliations postponed because a cache had not seen the controller's own writes",
    labels: ["controller", "cached_kind"],
  },
  capstan_own_writes_not_seen_total: {
    help: "Total number of writes of a controller that a cache did not show in time, so that reconciliations went on without them",
    labels: ["controller", "cached_kind"],
  },
  capstan_reconciles_spaced_total: {
    help: "Total number of reconciliations postponed because their object was reconciled too often a moment ago",
    labels: perController,
  },
  capstan_watch_failures_total: {
    help: "Total number of lists and watches of the cache that failed, per kind",
    labels: ["kind"],
  },
  capstan_map_failures_total: {
    help: "Total number of calls of the map functions and predicates of a controller's watches that failed, per watched kind",
    labels: ["controller", "kind"],
  },
  capstan_source_failures_total: {
    help: "Total number of failures of a controller's sources of keys, per source",
    labels: ["controller", "source"],
  },
  capstan_webhook_problems_total: {
    help: "Total number of errors of webhooks and of input that they ignored, per code",
    labels: ["code"],
  },
  leader_election_slowpath_total: {
    help: "Total number of times that the leader had to read its Lease before it renewed it",
    labels: ["name"],
  },
  workqueue_adds_total: { help: "Total number of adds handled by workqueue", labels: perQueue },
  workqueue_retries_total: { help: "Total number of retries handled by workqueue", labels: perQueue },
  rest_client_requests_total: {
    help: "Number of HTTP requests, partitioned by status code, method, and host",
    labels: ["code", "method", "host"],
  },
} as const satisfies Readonly<Record<string, Definition>>;

const reconcileTotals = ["controller_runtime_reconcile_total", "capi_reconcile_total"] as const;
const reconcileTimes = ["controller_runtime_reconcile_time_seconds", "capi_reconcile_time_seconds"] as const;

const problemCounters = {
  terminal: "controller_runtime_terminal_reconcile_errors_total",
  transient: "capstan_transient_reconcile_errors_total",
  timeout: "controller_runtime_reconcile_timeouts_total",
  abandoned: "capstan_reconciles_abandoned_total",
  panic: "controller_runtime_reconcile_panics_total",
  blocked: "capstan_loop_blocked_total",
} as const satisfies Readonly<Record<Parameters<Metrics["reconcileProblem"]>[1], keyof typeof counters>>;

const histograms = {
  controller_runtime_webhook_latency_seconds: {
    help: "Histogram of the latency of processing requests of a webhook",
    labels: ["webhook"],
    buckets: requestBuckets,
  },
  rest_client_request_duration_seconds: {
    help: "Request latency in seconds. Broken down by verb, and host.",
    labels: ["verb", "host"],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
  },
} as const satisfies Readonly<Record<string, Definition>>;

/** Those of each reconcile. */
const runTimes = {
  controller_runtime_reconcile_time_seconds: {
    help: "Length of time per reconciliation per controller",
    labels: perController,
    buckets: reconcileBuckets,
  },
  capi_reconcile_time_seconds: {
    help: "Length of time per reconciliation per controller, without those that were postponed",
    labels: perController,
    buckets: reconcileBuckets,
  },
  workqueue_queue_duration_seconds: {
    help: "How long in seconds an item stays in workqueue before being requested",
    labels: perQueue,
    buckets: queueBuckets,
  },
  workqueue_work_duration_seconds: {
    help: "How long in seconds processing an item from workqueue takes",
    labels: perQueue,
    buckets: queueBuckets,
  },
} as const satisfies Readonly<Record<string, Definition>>;

const gauges = {
  controller_runtime_max_concurrent_reconciles: {
    help: "Maximum number of concurrent reconciles per controller",
    labels: perController,
  },
  controller_runtime_active_workers: { help: "Number of currently used workers per controller", labels: perController },
  leader_election_master_status: {
    help: "Whether this process leads by the lease of this name: 1 if it does",
    labels: ["name"],
  },
  capstan_abandoned_reconciles: {
    help: "How many reconciliations did not end after their timeout and still run",
    labels: perQueue,
  },
  capstan_pending_maps: {
    help: "How many objects wait for the map functions of a controller's watches",
    labels: perQueue,
  },
  controller_runtime_webhook_requests_in_flight: {
    help: "Current number of requests of a webhook",
    labels: ["webhook"],
  },
  workqueue_depth: { help: "Current depth of workqueue by priority", labels: ["name", "controller", "priority"] },
  workqueue_unfinished_work_seconds: {
    help: "How many seconds of work are in progress and not yet observed by work_duration",
    labels: perQueue,
  },
  workqueue_longest_running_processor_seconds: {
    help: "How many seconds the longest running processor of workqueue has been running",
    labels: perQueue,
  },
} as const satisfies Readonly<Record<string, Definition>>;

/** Counts what a manager does, in a registry. */
export class Prometheus implements Metrics {
  readonly #counters: Readonly<Record<keyof typeof counters, Counter>>;
  readonly #histograms: Readonly<Record<keyof typeof histograms, Histogram>>;
  readonly #runTimes: Readonly<Record<keyof typeof runTimes, RunTimes>>;
  readonly #gauges: Readonly<Record<keyof typeof gauges, Gauge>>;
  /** The values that are read when the page is requested. */
  readonly #readers: (() => void)[] = [];
  readonly #runs = new RunCounts();
  /** How many workers each controller uses. */
  readonly #active = new Map<string, number>();

  constructor(registry: Registry) {
    const registers = [registry];
    this.#counters = each(
      counters,
      ({ name, help, labels }) => new Counter({ name, help, registers, labelNames: [...labels] }),
    );
    this.#histograms = each(
      histograms,
      ({ name, help, labels, buckets = [] }) =>
        new Histogram({ name, help, registers, labelNames: [...labels], buckets: [...buckets] }),
    );
    this.#runTimes = each(runTimes, ({ buckets = [], ...options }) => new RunTimes({ ...options, buckets }, registers));
    this.#gauges = each(
      gauges,
      ({ name, help, labels }) => new Gauge({ name, help, registers, labelNames: [...labels] }),
    );
  }

  /** Reads what is read when the page is: before any of it is written, as a gauge would show the value of the last page otherwise. */
  readAll(): void {
    for (const read of this.#readers) read();
    for (const [controller, count] of this.#active)
      this.#gauges.controller_runtime_active_workers.set({ controller }, count);
    for (const [controller, { added, outcomes }] of this.#runs.takeAll()) {
      this.#counters.workqueue_adds_total.inc({ name: controller, controller }, added);
      for (const [result, count] of outcomes)
        for (const name of reconcileTotals) this.#counters[name].inc({ controller, result }, count);
    }
  }

  controllerAdded(controller: string, concurrency: number): void {
    this.#gauges.controller_runtime_max_concurrent_reconciles.set({ controller }, concurrency);
    this.#active.set(controller, 0);
    for (const result of ["success", "error", "requeue", "requeue_after"]) {
      for (const name of reconcileTotals) this.#counters[name].inc({ controller, result }, 0);
    }
    // Object.entries forgets the names of the keys.
    for (const [name, { labels }] of Object.entries(counters) as [keyof typeof counters, Definition][]) {
      if (labels === perController) this.#counters[name].inc({ controller }, 0);
      if (labels === perQueue) this.#counters[name].inc({ name: controller, controller }, 0);
    }
  }

  activeWorkers(controller: string, count: number): void {
    this.#active.set(controller, count);
  }

  reconciled(controller: string, result: Parameters<Metrics["reconciled"]>[1], seconds: number): void {
    this.#runs.ended(controller, result);
    if (result === "error") this.#counters.controller_runtime_reconcile_errors_total.inc({ controller });
    for (const name of reconcileTimes) this.#runTimes[name].add(controller, seconds);
    this.#runTimes.workqueue_work_duration_seconds.add(controller, seconds);
  }

  reconcileProblem(controller: string, problem: Parameters<Metrics["reconcileProblem"]>[1]): void {
    this.#counters[problemCounters[problem]].inc({ controller });
  }

  staleCacheDeferred(controller: string, kind: string): void {
    this.#counters.capi_reconcile_stale_cache_skips_total.inc({ controller, cached_kind: kind });
  }

  ownWriteNotSeen(controller: string, kind: string): void {
    this.#counters.capstan_own_writes_not_seen_total.inc({ controller, cached_kind: kind });
  }

  reconcileSpaced(controller: string): void {
    this.#counters.capstan_reconciles_spaced_total.inc({ controller });
  }

  queueAdded(controller: string): void {
    this.#runs.added(controller);
  }

  queueRetried(controller: string): void {
    this.#counters.workqueue_retries_total.inc({ name: controller, controller });
  }

  queueWaited(controller: string, seconds: number): void {
    this.#runTimes.workqueue_queue_duration_seconds.add(controller, seconds);
  }

  leader(name: string, leading: boolean): void {
    this.#gauges.leader_election_master_status.set({ name }, leading ? 1 : 0);
    this.#counters.leader_election_slowpath_total.inc({ name }, 0);
  }

  leaderSlowPath(name: string): void {
    this.#counters.leader_election_slowpath_total.inc({ name });
  }

  watchFailed(kind: string): void {
    this.#counters.capstan_watch_failures_total.inc({ kind });
  }

  mapFailed(controller: string, kind: string): void {
    this.#counters.capstan_map_failures_total.inc({ controller, kind });
  }

  sourceFailed(controller: string, source: string): void {
    this.#counters.capstan_source_failures_total.inc({ controller, source });
  }

  webhookProblem(code: string, times?: number): void {
    this.#counters.capstan_webhook_problems_total.inc({ code }, times);
  }

  webhookAdded(webhook: string): void {
    this.#gauges.controller_runtime_webhook_requests_in_flight.inc({ webhook }, 0);
    for (const code of ["200", "500"])
      this.#counters.controller_runtime_webhook_requests_total.inc({ webhook, code }, 0);
    this.#histograms.controller_runtime_webhook_latency_seconds.zero({ webhook });
  }

  webhookRequest(webhook: string, { inFlight, code, seconds = 0 }: WebhookChange): void {
    this.#gauges.controller_runtime_webhook_requests_in_flight.inc({ webhook }, inFlight);
    if (code === undefined) return;
    this.#counters.controller_runtime_webhook_requests_total.inc({ webhook, code: String(code) });
    this.#histograms.controller_runtime_webhook_latency_seconds.observe({ webhook }, seconds);
  }

  webhookPanicked(webhook: string): void {
    const isConversion = webhook === "/convert";
    this.#counters[
      isConversion ? "controller_runtime_conversion_webhook_panics_total" : "controller_runtime_webhook_panics_total"
    ].inc();
  }

  certificateRead(ok: boolean): void {
    this.#counters.certwatcher_read_certificate_total.inc();
    if (!ok) this.#counters.certwatcher_read_certificate_errors_total.inc();
  }

  request({ method, host, code, durationMs }: Parameters<Metrics["request"]>[0]): void {
    this.#counters.rest_client_requests_total.inc({ method, host, code });
    this.#histograms.rest_client_request_duration_seconds.observe({ verb: method, host }, durationMs / 1000);
  }

  gauge(name: Parameters<Metrics["gauge"]>[0], controller: string, read: () => number): void {
    this.#readers.push(() => this.#gauges[name].set({ name: controller, controller }, read()));
  }

  depth(controller: string, read: () => ReadonlyMap<number, number>): void {
    // A priority that had keys once is 0 when it has none.
    const known = new Set([0]);
    this.#readers.push(() => {
      const depths = read();
      for (const priority of depths.keys()) known.add(priority);
      for (const priority of known)
        this.#gauges.workqueue_depth.set(
          { name: controller, controller, priority: String(priority) },
          depths.get(priority) ?? 0,
        );
    });
  }
}

/** Makes something of each definition of a table, under its name. */
function each<Table extends Readonly<Record<string, Definition>>, T>(
  table: Table,
  make: (definition: Definition & { readonly name: string }) => T,
): Readonly<Record<keyof Table, T>> {
  // Object.fromEntries forgets the names of the keys.
  return Object.fromEntries(
    Object.entries(table).map(([name, definition]) => [name, make({ name, ...definition })]),
  ) as Record<keyof Table, T>;
}
