// Metrics of a program's author, in prom-client's registry. This file is loaded with prom-client alone.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { MetricOptions, MetricsRegistry } from "./metrics-registry.ts";

/** Creates metrics on the page of a registry. */
export function ownMetrics(registry: Registry): MetricsRegistry {
  const registers = [registry];
  const common = <L extends string>({ name, help, labels = [] }: MetricOptions<L>) => ({
    name,
    help,
    registers,
    labelNames: [...labels],
  });
  return {
    counter: (options) => {
      const counter = new Counter(common(options));
      return { add: (labels, by = 1) => counter.inc(labels, by), remove: (labels) => counter.remove(labels) };
    },
    gauge: (options) => {
      const gauge = new Gauge(common(options));
      return { set: (labels, value) => gauge.set(labels, value), remove: (labels) => gauge.remove(labels) };
    },
    histogram: ({ buckets, ...options }) => {
      const own = buckets === undefined ? {} : { buckets: [...buckets] };
      const histogram = new Histogram({ ...common(options), ...own });
      return { observe: (labels, value) => histogram.observe(labels, value) };
    },
  };
}
