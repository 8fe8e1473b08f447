// What every program tells about itself on a page of metrics, under the names that Prometheus' own libraries and prom-client have.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { TextMetrics } from "./text-metrics.ts";

/** How often Node looks how late the event loop is. With its 10 ms an idle process wakes up a hundred times a second. */
const lagPrecisionMs = 100;

interface Reading {
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly read: () => number;
}

const readings: Readonly<Record<string, Reading>> = {
  process_start_time_seconds: {
    type: "gauge",
    help: "Start time of the process since unix epoch in seconds",
    read: () => Math.round(performance.timeOrigin) / 1000,
  },
  process_cpu_seconds_total: {
    type: "counter",
    help: "Total user and system CPU time spent in seconds",
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  },
  process_resident_memory_bytes: {
    type: "gauge",
    help: "Resident memory size in bytes",
    read: () => process.memoryUsage.rss(),
  },
  nodejs_heap_size_used_bytes: {
    type: "gauge",
    help: "Used size of the heap of Node in bytes",
    read: () => process.memoryUsage().heapUsed,
  },
};

/**
 * Adds to a page what every program tells about itself: CPU time, memory, start, and how late the event loop was since the page was read last.
 *
 * @example
 * const page = new TextMetrics();
 * addProcessMetrics(page);
 */
export function addProcessMetrics(page: TextMetrics): void {
  for (const [name, { type, help, read }] of Object.entries(readings)) page.read(type, { name, help }, read);
  const lag = monitorEventLoopDelay({ resolution: lagPrecisionMs });
  lag.enable();
  const seconds = (ns: number): number => (lag.count === 0 ? 0 : Math.max(0, ns / 1e6 - lagPrecisionMs) / 1000);
  const add = (part: string, help: string, read: () => number): void =>
    page.read("gauge", { name: `nodejs_eventloop_lag_${part}seconds`, help }, read);
  add("mean_", "Mean lag of the event loop since the last page in seconds", () => seconds(lag.mean));
  add("p99_", "99th percentile of the lag of the event loop since the last page in seconds", () =>
    seconds(lag.percentile(99)),
  );
  add("max_", "Longest lag of the event loop since the last page in seconds", () => {
    const longest = seconds(lag.max);
    // The last of the three on the page.
    lag.reset();
    return longest;
  });
}
