// What the metrics say of webhooks: each starts at 0, and mistakes in an author's functions are counted as panics, also when a thread serves.
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { startServer, textResponse } from "@capstan/serve";
import { expect, test } from "vitest";
import { measuredServer, serverContext } from "../metrics/measured-server.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { createPrometheusMetrics } from "../metrics/prometheus-page.ts";
import { addCounts, Counted } from "../threads/counted.ts";
import { defineDefaulting, defineHandler, defineValidation } from "./webhook-definition.ts";
import { webhookServer } from "./webhook-server.ts";

/** The metrics of a process, and their page. */
function page(): { readonly metrics: Metrics; readonly text: () => Promise<string> } {
  const prometheus = createPrometheusMetrics();
  return { metrics: prometheus.metrics, text: () => prometheus.text() };
}

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { size?: { of: number } };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

/** A mistake: the size is absent. */
const sizeOf = ({ spec }: Foo): number => spec.size!.of;

const never = (): Promise<never> => new Promise(() => undefined);
const webhooks = [
  defineValidation(Foo, {
    create: ({ object }) => void sizeOf(object),
    update: () => Promise.reject(new Error("the cloud does not answer")),
    delete: never,
    timeoutSeconds: 1,
  }),
  defineDefaulting(Foo, { create: async ({ object }) => void sizeOf(object) }),
  defineHandler("/hello", {
    handle() {
      throw "no error at all"; // oxlint-disable-line no-throw-literal, typescript/only-throw-error
    },
  }),
  defineHandler("/well", { handle: () => textResponse(200, "well") }),
];

const review = (operation: string): string => {
  const object = { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a", namespace: "n" }, spec: {} };
  const kind = { group: "example.com", version: "v1", kind: "Foo" };
  return JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: { uid: "1", kind, operation, object, oldObject: object, name: "a", namespace: "n" },
  });
};

async function statuses(metrics: Metrics): Promise<readonly number[]> {
  const options = webhookServer(webhooks, { port: 0, host: "127.0.0.1" })(serverContext(silentLogger, metrics));
  await using server = await startServer(measuredServer(options, metrics));
  const send = async (path: string, body: string): Promise<number> =>
    (await fetch(`${server.url}${path}`, { method: "POST", body })).status;
  return [
    await send("/validate/foos.example.com/v1", review("CREATE")),
    await send("/validate/foos.example.com/v1", review("UPDATE")),
    await send("/validate/foos.example.com/v1?timeout=50ms", review("DELETE")),
    await send("/default/foos.example.com/v1", review("CREATE")),
    await send("/hello", "{}"),
  ];
}

const wanted = [
  "controller_runtime_webhook_panics_total 3",
  "controller_runtime_conversion_webhook_panics_total 0",
  'controller_runtime_webhook_requests_total{webhook="/validate/foos.example.com/v1",code="500"} 3',
  'controller_runtime_webhook_requests_total{webhook="/validate/foos.example.com/v1",code="200"} 0',
  'controller_runtime_webhook_requests_total{webhook="/well",code="200"} 0',
  'controller_runtime_webhook_requests_total{webhook="/well",code="500"} 0',
  'controller_runtime_webhook_requests_in_flight{webhook="/well"} 0',
  'controller_runtime_webhook_latency_seconds_count{webhook="/well"} 0',
];

test("functions of webhooks that throw a TypeError, or no Error, are counted as panics; other errors are not", async () => {
  const { metrics, text } = page();
  expect(await statuses(metrics)).toEqual([500, 500, 500, 500, 500]);
  expect((await text()).split("\n")).toEqual(expect.arrayContaining(wanted));
});

test("panics of webhooks that a thread serves are on the page of the process, too", async () => {
  const { metrics, text } = page();
  const counted = new Counted();
  await statuses(counted.metrics);
  const counts = counted.take();
  if (counts !== undefined) addCounts(structuredClone(counts), metrics);
  expect((await text()).split("\n")).toEqual(expect.arrayContaining(wanted));
});

test("a caller that leaves while its function runs is no panic", async () => {
  const { metrics, text } = page();
  const began = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const waits = defineHandler("/waits", {
    handle: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        began.resolve();
        signal.addEventListener("abort", () => {
          reject(signal.reason as Error);
          ended.resolve();
        });
      }),
  });
  const options = webhookServer([waits], { port: 0, host: "127.0.0.1" })(serverContext(silentLogger, metrics));
  await using server = await startServer(measuredServer(options, metrics));
  const caller = new AbortController();
  const call = fetch(`${server.url}/waits`, { method: "POST", body: "{}", signal: caller.signal });
  await began.promise;
  caller.abort();
  await expect(call).rejects.toThrow("aborted");
  await ended.promise;
  await expect.poll(text).toContain('controller_runtime_webhook_requests_total{webhook="/waits",code="500"} 1');
  expect(await text()).toContain("controller_runtime_webhook_panics_total 0");
});
