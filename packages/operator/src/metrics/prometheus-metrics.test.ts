// The metrics that dashboards of controller-runtime read: names, labels and values.
import { jsonResponse, startServer } from "@capstan/serve";
import { expect, test } from "vitest";
import { measuredServer } from "./measured-server.ts";
import { createPrometheusMetrics } from "./prometheus-page.ts";

test("requests of webhooks are counted by path and code, with their time, and mistakes of the program as panics", async () => {
  const prometheus = createPrometheusMetrics();
  const { metrics } = prometheus;
  const text = (): Promise<string> => prometheus.text();
  let inFlight = "";
  const routes = [
    {
      method: "GET",
      path: "/validate",
      async handle() {
        inFlight = await text();
        return jsonResponse(200, {});
      },
    },
    {
      method: "GET",
      path: "/convert",
      handle: () => {
        throw new TypeError("no spec");
      },
    },
  ];
  const server = await startServer(measuredServer({ port: 0, routes, onError: () => undefined }, metrics));
  await fetch(`${server.url}/validate`);
  await fetch(`${server.url}/convert`);
  await server.close();
  expect(inFlight).toContain('controller_runtime_webhook_requests_in_flight{webhook="/validate"} 1');
  const page = await text();
  for (const line of [
    'controller_runtime_webhook_requests_total{webhook="/validate",code="200"} 1',
    'controller_runtime_webhook_requests_total{webhook="/convert",code="500"} 1',
    'controller_runtime_webhook_requests_in_flight{webhook="/validate"} 0',
    'controller_runtime_webhook_latency_seconds_count{webhook="/validate"} 1',
    "controller_runtime_webhook_panics_total 0",
    "controller_runtime_conversion_webhook_panics_total 1",
  ])
    expect(page).toContain(line);
});

test("calls have their time, keys that wait their priority, and certificates their reads", async () => {
  const prometheus = createPrometheusMetrics();
  const { metrics } = prometheus;
  const text = (): Promise<string> => prometheus.text();
  metrics.request({ method: "GET", host: "h", code: "200", durationMs: 300 });
  let depths = new Map([[-100, 2]]);
  metrics.depth("foo", () => depths);
  metrics.certificateRead(true);
  metrics.certificateRead(false);
  metrics.reconcileProblem("foo", "panic");
  const first = await text();
  for (const line of [
    'rest_client_request_duration_seconds_bucket{le="0.25",verb="GET",host="h"} 0',
    'rest_client_request_duration_seconds_bucket{le="0.5",verb="GET",host="h"} 1',
    'workqueue_depth{name="foo",controller="foo",priority="0"} 0',
    'workqueue_depth{name="foo",controller="foo",priority="-100"} 2',
    "certwatcher_read_certificate_total 2",
    "certwatcher_read_certificate_errors_total 1",
    'controller_runtime_reconcile_panics_total{controller="foo"} 1',
  ])
    expect(first).toContain(line);
  depths = new Map();
  expect(await text()).toContain('workqueue_depth{name="foo",controller="foo",priority="-100"} 0');
});
