// The engine's metrics in controller-runtime's names, so that existing dashboards and alerts work unchanged. Loaded, and prom-client
// with it, when a manager serves metrics.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";

/** Metrics, and the page that Prometheus reads. */
export interface PrometheusMetrics {
  readonly metrics: Metrics;
  /** For metrics of the program's own. */
  readonly registry: Registry;
  readonly contentType: string;
  text(): Promise<string>;
}

/** controller-runtime's buckets of reconcile times, in seconds. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
/** client-go's buckets of queue times, in seconds. */
const queueBuckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10];

const gaugeHelp = {
  workqueue_depth: "Current depth of workqueue",
  workqueue_unfinished_work_seconds:
    "How many seconds of work has been done that is in progress and hasn't been observed by work_duration",
  workqueue_longest_running_processor_seconds:
    "How many seconds has the longest running processor for workqueue been running",
} as const;

/** Makes metrics with a registry of their own. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    metrics: new Prometheus(registry),
    registry,
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

class Prometheus implements Metrics {
  readonly #registry: Registry;
  readonly #reconciles: Counter<"controller" | "result">;
  readonly #errors: Counter<"controller">;
  readonly #terminal: Counter<"controller">;
  readonly #timeouts: Counter<"controller">;
  readonly #seconds: Histogram<"controller">;
  readonly #concurrency: Gauge<"controller">;
  readonly #active: Gauge<"controller">;
  readonly #stale: Counter<"controller" | "cached_kind">;
  readonly #adds: Counter<"name" | "controller">;
  readonly #retries: Counter<"name" | "controller">;
  readonly #queued: Histogram<"name" | "controller">;
  readonly #worked: Histogram<"name" | "controller">;
  readonly #requests: Counter<"code" | "method" | "host">;
  readonly #leader: Gauge<"name">;
  readonly #gauges = new Map<string, Map<string, () => number>>();

  constructor(registry: Registry) {
    const registers = [registry];
    const perController = { registers, labelNames: ["controller"] as const };
    const perQueue = { registers, labelNames: ["name", "controller"] as const };
    this.#registry = registry;
    this.#reconciles = new Counter({
      name: "controller_runtime_reconcile_total",
      help: "Total number of reconciliations per controller",
      registers,
      labelNames: ["controller", "result"],
    });
    this.#errors = new Counter({
      name: "controller_runtime_reconcile_errors_total",
      help: "Total number of reconciliation errors per controller",
      ...perController,
    });
    this.#terminal = new Counter({
      name: "controller_runtime_terminal_reconcile_errors_total",
      help: "Total number of terminal reconciliation errors per controller",
      ...perController,
    });
    this.#timeouts = new Counter({
      name: "controller_runtime_reconcile_timeouts_total",
      help: "Total number of reconciliation timeouts per controller",
      ...perController,
    });
    this.#seconds = new Histogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "Length of time per reconciliation per controller",
      buckets: reconcileBuckets,
      ...perController,
    });
    this.#concurrency = new Gauge({
      name: "controller_runtime_max_concurrent_reconciles",
      help: "Maximum number of concurrent reconciles per controller",
      ...perController,
    });
    this.#active = new Gauge({
      name: "controller_runtime_active_workers",
      help: "Number of currently used workers per controller",
      ...perController,
    });
    this.#stale = new Counter({
      name: "capi_reconcile_stale_cache_skips_total",
      help: "Reconciliations put off because the cache had not seen the controller's own writes",
      registers,
      labelNames: ["controller", "cached_kind"],
    });
    this.#adds = new Counter({
      name: "workqueue_adds_total",
      help: "Total number of adds handled by workqueue",
      ...perQueue,
    });
    this.#retries = new Counter({
      name: "workqueue_retries_total",
      help: "Total number of retries handled by workqueue",
      ...perQueue,
    });
    this.#queued = new Histogram({
      name: "workqueue_queue_duration_seconds",
      help: "How long in seconds an item stays in workqueue before being requested",
      buckets: queueBuckets,
      ...perQueue,
    });
    this.#worked = new Histogram({
      name: "workqueue_work_duration_seconds",
      help: "How long in seconds processing an item from workqueue takes.",
      buckets: queueBuckets,
      ...perQueue,
    });
    this.#requests = new Counter({
      name: "rest_client_requests_total",
      help: "Number of HTTP requests, partitioned by status code, method, and host.",
      registers,
      labelNames: ["code", "method", "host"],
    });
    this.#leader = new Gauge({
      name: "leader_election_master_status",
      help: "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master.",
      registers,
      labelNames: ["name"],
    });
  }

  controllerAdded(controller: string, concurrency: number): void {
    this.#concurrency.set({ controller }, concurrency);
    this.#active.set({ controller }, 0);
    for (const result of ["success", "error", "requeue", "requeue_after"])
      this.#reconciles.inc({ controller, result }, 0);
    for (const counter of [this.#errors, this.#terminal, this.#timeouts]) counter.inc({ controller }, 0);
    for (const counter of [this.#adds, this.#retries]) counter.inc({ name: controller, controller }, 0);
  }

  activeWorkers(controller: string, count: number): void {
    this.#active.set({ controller }, count);
  }

  reconciled(controller: string, result: Parameters<Metrics["reconciled"]>[1], seconds: number): void {
    this.#reconciles.inc({ controller, result });
    if (result === "error") this.#errors.inc({ controller });
    this.#seconds.observe({ controller }, seconds);
    this.#worked.observe({ name: controller, controller }, seconds);
  }

  reconcileProblem(controller: string, problem: Parameters<Metrics["reconcileProblem"]>[1]): void {
    (problem === "terminal" ? this.#terminal : this.#timeouts).inc({ controller });
  }

  staleCacheDeferred(controller: string, kind: string): void {
    this.#stale.inc({ controller, cached_kind: kind });
  }

  queueAdded(controller: string): void {
    this.#adds.inc({ name: controller, controller });
  }

  queueRetried(controller: string): void {
    this.#retries.inc({ name: controller, controller });
  }

  queueWaited(controller: string, seconds: number): void {
    this.#queued.observe({ name: controller, controller }, seconds);
  }

  leader(name: string, leading: boolean): void {
    this.#leader.set({ name }, leading ? 1 : 0);
  }

  request({ method, host, code }: Parameters<Metrics["request"]>[0]): void {
    this.#requests.inc({ method, host, code });
  }

  gauge(name: keyof typeof gaugeHelp, controller: string, read: () => number): void {
    const readers = this.#gauges.get(name) ?? this.#addGauge(name);
    readers.set(controller, read);
  }

  #addGauge(name: keyof typeof gaugeHelp): Map<string, () => number> {
    const readers = new Map<string, () => number>();
    this.#gauges.set(name, readers);
    const gauge: Gauge<"name" | "controller"> = new Gauge({
      name,
      help: gaugeHelp[name],
      registers: [this.#registry],
      labelNames: ["name", "controller"],
      collect: () => {
        for (const [controller, read] of readers) gauge.set({ name: controller, controller }, read());
      },
    });
    return readers;
  }
}
