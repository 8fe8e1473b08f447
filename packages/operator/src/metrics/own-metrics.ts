// Creates metrics of an author's own, on the same page as those of the manager.
import { errorFrom } from "@capstan/kube";
import { isServed } from "@capstan/process";
import { operatorError } from "../operator-errors.ts";
import { managerMetricNames } from "./manager-metric-names.ts";
import type {
  CounterMetric,
  GaugeMetric,
  HistogramMetric,
  MetricOptions,
  MetricsRegistry,
} from "./metrics-registry.ts";
import type { PrometheusMetrics } from "./prometheus-page.ts";

/**
 * Creates the registry of a program whose metrics are served at an address, for `createManager({ metrics })`. `runOperator` and `run` of a provider create it, and give it to the author. prom-client is
 * loaded only when something is served.
 *
 * @example
 * const metrics = await createMetricsRegistry(":8443");
 * const manager = createManager({ client, metrics, metricsAddress: ":8443" });
 */
export async function createMetricsRegistry(metricsAddress: string | undefined): Promise<MetricsRegistry> {
  if (!isServed(metricsAddress)) return new OwnMetrics(undefined);
  const { createPrometheusMetrics } = await import("./prometheus-page.ts");
  return new OwnMetrics(createPrometheusMetrics());
}

const served = new WeakMap<MetricsRegistry, PrometheusMetrics>();

/** The page of a registry; undefined when nothing is served. */
export function metricsPageOf(registry: MetricsRegistry): PrometheusMetrics | undefined {
  return served.get(registry);
}

/** Metrics of every type where nothing is served. */
const unserved = { add: () => undefined, set: () => undefined, observe: () => undefined, remove: () => undefined };

const nameForm = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

class OwnMetrics implements MetricsRegistry {
  readonly #prometheus: PrometheusMetrics | undefined;
  readonly #names = new Set<string>();

  constructor(prometheus: PrometheusMetrics | undefined) {
    this.#prometheus = prometheus;
    if (prometheus !== undefined) served.set(this, prometheus);
  }

  counter<const L extends string = never>(options: MetricOptions<L>): CounterMetric<L> {
    return this.#create(options, (own) => own.counter(options));
  }

  gauge<const L extends string = never>(options: MetricOptions<L>): GaugeMetric<L> {
    return this.#create(options, (own) => own.gauge(options));
  }

  histogram<const L extends string = never>(
    options: MetricOptions<L> & { readonly buckets?: readonly number[] },
  ): HistogramMetric<L> {
    return this.#create(options, (own) => own.histogram(options));
  }

  /** Names are checked also where nothing is served, so that a mistake does not wait for production. */
  #create<L extends string, T>(
    { name, labels = [] }: MetricOptions<L>,
    create: (own: MetricsRegistry) => T,
  ): T | typeof unserved {
    const wrong = [name, ...labels].find((one) => !nameForm.test(one));
    if (wrong !== undefined) throw operatorError("operator/metric", { name, reason: `"${wrong}" is not a name` });
    if (managerMetricNames.has(name))
      throw operatorError("operator/metric", { name, reason: "the manager has a metric with this name" });
    if (this.#names.has(name)) throw operatorError("operator/metric", { name, reason: "the name is taken" });
    this.#names.add(name);
    try {
      return this.#prometheus === undefined ? unserved : create(this.#prometheus.own);
    } catch (error) {
      throw operatorError("operator/metric", { name, reason: errorFrom(error).message }, error);
    }
  }
}
