// Metrics of an author's own: on the page of the manager, with its rules for names, and without one where nothing is served.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import { managerMetricNames } from "./manager-metric-names.ts";
import { createMetricsRegistry, metricsPageOf } from "./own-metrics.ts";

test("they are on the page of the manager", async () => {
  const metrics = await createMetricsRegistry("127.0.0.1:8080");
  const calls = metrics.counter({ name: "acme_calls_total", help: "Calls", labels: ["method"] });
  calls.add({ method: "create" });
  calls.add({ method: "create" }, 2);
  metrics.gauge({ name: "acme_quota", help: "Quota" }).set({}, 7);
  metrics
    .histogram({ name: "acme_seconds", help: "Time", labels: ["of"], buckets: [1, 2, 1e6] })
    .observe({ of: "x" }, 1.5);
  const page = await metricsPageOf(metrics)?.text();
  for (const line of [
    "# HELP acme_calls_total Calls",
    'acme_calls_total{method="create"} 3',
    "acme_quota 7",
    'acme_seconds_bucket{le="1",of="x"} 0',
    'acme_seconds_bucket{le="2",of="x"} 1',
    'acme_seconds_bucket{le="1e+06",of="x"} 1',
    "# TYPE controller_runtime_reconcile_total counter",
  ])
    expect(page).toContain(line);
});

test("one combination of labels is forgotten, and others are not", async () => {
  const metrics = await createMetricsRegistry("127.0.0.1:8080");
  const calls = metrics.counter({ name: "acme_calls_total", help: "Calls", labels: ["method"] });
  const quota = metrics.gauge({ name: "acme_quota", help: "Quota", labels: ["of"] });
  for (const name of ["a", "b"]) {
    calls.add({ method: name });
    quota.set({ of: name }, 1);
  }
  calls.remove({ method: "a" });
  quota.remove({ of: "a" });
  const lines = (await metricsPageOf(metrics)?.text())?.split("\n") ?? [];
  expect(lines.filter((line) => line.startsWith("acme_"))).toEqual([
    'acme_calls_total{method="b"} 1',
    'acme_quota{of="b"} 1',
  ]);
});

test.each(["", "0", undefined])(
  "where nothing is served (%s) they count nothing, and names are checked",
  async (address) => {
    const metrics = await createMetricsRegistry(address);
    metrics.counter({ name: "acme_calls_total", help: "Calls" }).add({});
    expect(metricsPageOf(metrics)).toBeUndefined();
    expect(() => metrics.gauge({ name: "acme_calls_total", help: "" })).toThrow("the name is taken");
  },
);

const help = "\n  help: give each metric a name of its own, and names of letters, digits and underscores";
test.each([
  { name: "acme-calls", want: 'the metric "acme-calls" cannot be created: "acme-calls" is not a name' },
  { name: "taken", want: 'the metric "taken" cannot be created: the name is taken' },
  {
    name: "workqueue_depth",
    want: 'the metric "workqueue_depth" cannot be created: the manager has a metric with this name',
  },
])("$name is rejected, also where nothing is served", async ({ name, want }) => {
  for (const address of [":8443", "0"]) expect(await rejection(address, name)).toBe(want + help);
});

/** What is wrong with the name of a metric. */
async function rejection(address: string, name: string): Promise<string> {
  const metrics = await createMetricsRegistry(address);
  metrics.counter({ name: "taken", help: "Taken" });
  try {
    metrics.counter({ name, help: "Other" });
    return "";
  } catch (error) {
    return describeError(error);
  }
}

test("the list of the manager's names is that of its page", async () => {
  const page = (await metricsPageOf(await createMetricsRegistry(":8443"))?.text()) ?? "";
  const names = new Set([...page.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
  expect([...names].filter((name) => !managerMetricNames.has(name))).toEqual([]);
  // Some of Node.js are on the page of Linux alone.
  expect([...managerMetricNames].filter((name) => !names.has(name) && !/^(?:process|nodejs)_/.test(name))).toEqual([]);
});
