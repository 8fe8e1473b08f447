// The page of metrics as dashboards and alerts know it: each name with its type, labels and buckets. Names of controller-runtime, client-go and Cluster API never change here; `pnpm run oracle metrics` compares those of controller-runtime with its own page.
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { createSelfSigned } from "@capstan/serve/certificates";
import { freePorts } from "@capstan/testenv/host";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
import { createManager } from "../manager/manager.ts";
import { defineValidation } from "../webhooks/webhook-definition.ts";
import { webhookServer } from "../webhooks/webhook-server.ts";
import { createPrometheusMetrics } from "./prometheus-page.ts";

const reconcileBuckets =
  "0.005 0.01 0.025 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.6 0.7 0.8 0.9 1 1.25 1.5 1.75 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 15 20 25 30 40 50 60 +Inf";
const queueBuckets = "1e-08 1e-07 1e-06 9.999999999999999e-06 9.999999999999999e-05 0.001 0.01 0.1 1 10 100 1000 +Inf";

/** Of each metric its type and, in the order of the alphabet, its labels; of a histogram its buckets. */
const golden: Readonly<Record<string, readonly string[]>> = {
  capi_reconcile_time_seconds: ["histogram", "controller", reconcileBuckets],
  capi_reconcile_total: ["counter", "controller result"],
  capi_reconcile_stale_cache_skips_total: ["counter", "cached_kind controller"],
  capstan_abandoned_reconciles: ["gauge", "controller name"],
  capstan_loop_blocked_total: ["counter", "controller"],
  capstan_map_failures_total: ["counter", "controller kind"],
  capstan_own_writes_not_seen_total: ["counter", "cached_kind controller"],
  capstan_pending_maps: ["gauge", "controller name"],
  capstan_reconciles_abandoned_total: ["counter", "controller"],
  capstan_reconciles_spaced_total: ["counter", "controller"],
  capstan_source_failures_total: ["counter", "controller source"],
  capstan_transient_reconcile_errors_total: ["counter", "controller"],
  capstan_watch_failures_total: ["counter", "kind"],
  capstan_webhook_problems_total: ["counter", "code"],
  certwatcher_read_certificate_errors_total: ["counter", ""],
  certwatcher_read_certificate_total: ["counter", ""],
  controller_runtime_active_workers: ["gauge", "controller"],
  controller_runtime_conversion_webhook_panics_total: ["counter", ""],
  controller_runtime_max_concurrent_reconciles: ["gauge", "controller"],
  controller_runtime_reconcile_errors_total: ["counter", "controller"],
  controller_runtime_reconcile_panics_total: ["counter", "controller"],
  controller_runtime_reconcile_time_seconds: ["histogram", "controller", reconcileBuckets],
  controller_runtime_reconcile_timeouts_total: ["counter", "controller"],
  controller_runtime_reconcile_total: ["counter", "controller result"],
  controller_runtime_terminal_reconcile_errors_total: ["counter", "controller"],
  controller_runtime_webhook_latency_seconds: [
    "histogram",
    "webhook",
    "0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf",
  ],
  controller_runtime_webhook_panics_total: ["counter", ""],
  controller_runtime_webhook_requests_in_flight: ["gauge", "webhook"],
  controller_runtime_webhook_requests_total: ["counter", "code webhook"],
  leader_election_master_status: ["gauge", "name"],
  leader_election_slowpath_total: ["counter", "name"],
  rest_client_request_duration_seconds: ["histogram", "host verb", "0.005 0.025 0.1 0.25 0.5 1 2 4 8 15 30 60 +Inf"],
  rest_client_requests_total: ["counter", "code host method"],
  workqueue_adds_total: ["counter", "controller name"],
  workqueue_depth: ["gauge", "controller name priority"],
  workqueue_longest_running_processor_seconds: ["gauge", "controller name"],
  workqueue_queue_duration_seconds: ["histogram", "controller name", queueBuckets],
  workqueue_retries_total: ["counter", "controller name"],
  workqueue_unfinished_work_seconds: ["gauge", "controller name"],
  workqueue_work_duration_seconds: ["histogram", "controller name", queueBuckets],
};

/** The same of a page, without what prom-client counts of the process; of a metric without samples its type alone. */
function tableOf(page: string): Readonly<Record<string, readonly string[]>> {
  const rows: Record<string, string[]> = {};
  let name = "";
  const labels = new Map<string, Set<string>>();
  const buckets = new Map<string, Set<string>>();
  for (const line of page.split("\n")) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type !== null) {
      name = type[1] ?? "";
      if (!/^(process|nodejs)_/.test(name)) rows[name] = [type[2] ?? ""];
    }
    if (line === "" || line.startsWith("#")) continue;
    const of = labels.get(name) ?? new Set();
    labels.set(name, of);
    for (const [, label = "", value = ""] of line.matchAll(/(\w+)="([^"]*)"/g)) {
      if (label === "le") buckets.set(name, (buckets.get(name) ?? new Set()).add(value));
      else of.add(label);
    }
  }
  for (const [of, row] of Object.entries(rows)) {
    const [names, ends] = [labels.get(of), buckets.get(of)];
    if (names !== undefined) row.push([...names].toSorted().join(" "));
    if (ends !== undefined) row.push([...ends].join(" "));
  }
  return rows;
}

test("all that is counted has the names, types, labels and buckets of the table", async () => {
  const prometheus = createPrometheusMetrics();
  const { metrics } = prometheus;
  metrics.controllerAdded("foo", 1);
  metrics.reconciled("foo", "success", 1);
  metrics.staleCacheDeferred("foo", "Bar");
  metrics.ownWriteNotSeen("foo", "Bar");
  metrics.queueWaited("foo", 1);
  metrics.leader("lease", true);
  metrics.watchFailed("Foo");
  metrics.mapFailed("foo", "Bar");
  metrics.sourceFailed("foo", "stream");
  metrics.webhookProblem("operator/webhook-failed");
  metrics.webhookAdded("/validate");
  metrics.certificateRead(true);
  metrics.request({ method: "GET", host: "h", code: "200", durationMs: 1 });
  metrics.depth("foo", () => new Map());
  metrics.gauge("capstan_abandoned_reconciles", "foo", () => 0);
  metrics.gauge("capstan_pending_maps", "foo", () => 0);
  metrics.gauge("workqueue_unfinished_work_seconds", "foo", () => 0);
  metrics.gauge("workqueue_longest_running_processor_seconds", "foo", () => 0);
  expect(tableOf(await prometheus.text())).toEqual(golden);
});

interface Foo extends KubeObject<"example.com/v1", "Foo"> {}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

test("a manager with a controller, a webhook, an election and a certificate shows each that it can before anything fails", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  api.put(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata: { namespace: "ns", name: "a", generation: 1 } });
  const [port = 0] = await freePorts(1);
  const manager = createManager({
    client: api.client,
    clock,
    log: silentLogger,
    leaderElection: { name: "lease" },
    metricsAddress: `127.0.0.1:${port}`,
  });
  const reconciled = Promise.withResolvers<void>();
  manager.addController({ name: "foo", for: Foo, reconcile: async () => reconciled.resolve() });
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const validation = defineValidation(Foo, { create: () => undefined });
  manager.addServer(webhookServer([validation], { host: "127.0.0.1", port: 0, tls }));
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  await reconciled.promise;
  const page = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const name of ["controller_runtime_reconcile_total", "capi_reconcile_total"]) {
    await expect.poll(page).toContain(`${name}{controller="foo",result="success"} 1`);
    expect(await page()).toContain(`${name}{controller="foo",result="requeue"} 0`);
  }
  // Of these there is nothing yet that could have labels; the scripted API has no requests.
  const without = [
    "capi_reconcile_stale_cache_skips_total",
    "capstan_map_failures_total",
    "capstan_own_writes_not_seen_total",
    "capstan_source_failures_total",
    "capstan_watch_failures_total",
    "capstan_webhook_problems_total",
    "rest_client_request_duration_seconds",
    "rest_client_requests_total",
  ];
  const want = Object.entries(golden).map(([name, row]) => [name, without.includes(name) ? row.slice(0, 1) : row]);
  expect(tableOf(await page())).toEqual(Object.fromEntries(want));
  // Somebody else writes the Lease: the leader has to read it before it renews it.
  api.faults.push(refusal(409, "Conflict"));
  await clock.advance(2000);
  await expect.poll(page).toContain('leader_election_slowpath_total{name="lease"} 1');
  stop.abort();
  await ended;
});
