// Cluster API's own metrics of calls of extensions, by the same names and labels.
import type { FinishedCall } from "@capstan/extension-kit/caller";
import type { MetricsRegistry } from "@capstan/operator";

const buckets = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

/** What an answer may have. */
const statuses: readonly string[] = ["Success", "Failure"];

/**
 * Creates `capi_runtime_sdk_requests_total` and `capi_runtime_sdk_request_duration_seconds`, and returns what counts in them: `onCall` of `createExtensionCaller`. Call it once for a registry.
 *
 * Throws `operator/metric` when the registry has them.
 *
 * @example
 * const metrics = await createMetricsRegistry(":8443");
 * const caller = createExtensionCaller({ registry, namespaceLabels, onCall: callMetrics(metrics) });
 */
export function callMetrics(metrics: MetricsRegistry): (call: FinishedCall) => void {
  const requests = metrics.counter({
    name: "capi_runtime_sdk_requests_total",
    help: "Calls of extensions by HTTP status, host, hook and status of the answer",
    labels: ["code", "host", "group", "version", "hook", "status"],
  });
  const durations = metrics.histogram({
    name: "capi_runtime_sdk_request_duration_seconds",
    help: "Seconds that calls of extensions took, by host and hook",
    labels: ["host", "group", "version", "hook"],
    buckets,
  });
  return ({ hook: { group, version, name: hook }, host, code, status: answered = "Unknown", seconds }) => {
    // An extension could answer with another one each time, and each would be a series of its own for as long as the process runs.
    const status = statuses.includes(answered) ? answered : "Unknown";
    requests.add({ code: code === undefined ? "<error>" : String(code), host, group, version, hook, status });
    durations.observe({ host, group, version, hook }, seconds);
  };
}
