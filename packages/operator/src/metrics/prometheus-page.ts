// The page of a manager's metrics, which Prometheus reads. This file, and prom-client with it, is loaded only when a manager serves metrics.
import { bucketEnd } from "@capstan/process";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { Metrics } from "./metrics.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";
import { Prometheus } from "./prometheus-metrics.ts";
import { ownMetrics } from "./prometheus-own-metrics.ts";

/** Metrics, and the page that Prometheus reads. */
export interface PrometheusMetrics {
  readonly metrics: Metrics;
  /** Creates metrics of the program's author. Throws prom-client's errors. */
  readonly own: MetricsRegistry;
  readonly contentType: string;
  text(): Promise<string>;
}

/** How often Node looks how late the event loop is. With its 10 ms an idle process wakes up a hundred times a second. */
const lagPrecisionMs = 100;

/** The ends of buckets on a page of prom-client, which has them first, as JavaScript writes numbers. */
const bucketLabels = /^([\w:]+_bucket\{le=")(-?\d+(?:\.\d+)?(?:e[-+]\d+)?)"/gm;

/** Makes metrics with a registry of their own. */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs });
  const metrics = new Prometheus(registry);
  return {
    metrics,
    own: ownMetrics(registry),
    contentType: registry.contentType,
    text: async () => {
      metrics.readAll();
      return (await registry.metrics()).replaceAll(
        bucketLabels,
        (_, start: string, end: string) => `${start}${bucketEnd(Number(end))}"`,
      );
    },
  };
}
