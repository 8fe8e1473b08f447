// The record of each call of a handler, in the trace of the process.
import { isTraced, onTrace, type TraceEvent } from "@capstan/kube/trace";
import { silentLogger } from "@capstan/process";
import { expect, onTestFinished, test, vi } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import type { Handlers } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { answerCall } from "./answer-call.ts";

const metadata = { name: "c", namespace: "n" };
const cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec: {} };

/** Calls the first handler of an extension. */
async function call(handlers: Handlers, request: unknown = { cluster }, timeout: string | null = null): Promise<void> {
  const extension = defineExtension(handlers);
  const [handler] = extension.handlers;
  if (handler === undefined) throw new Error("the extension has no handler");
  const services = { log: silentLogger, client: () => Promise.reject(new Error("no client")) };
  const { signal } = new AbortController();
  await answerCall({ extension, handler }, { json: () => request, timeout, signal }, services);
}

function recorded(): readonly TraceEvent[] {
  const events: TraceEvent[] = [];
  onTestFinished(onTrace((event) => void events.push(event)));
  return events;
}

test("a call says which hook was called for which Cluster, and how it was answered", async () => {
  const events = recorded();
  const began = Date.now();
  await call({ beforeClusterDelete: () => proceed() });
  await call({ beforeClusterDelete: () => retryAfter("7s", "backups run") });
  await call({ afterControlPlaneInitialized: () => fail("no quota") });
  const named = { type: "hook", handler: expect.any(String), cluster: { namespace: "n", name: "c" } };
  expect(events).toMatchObject([
    { ...named, hook: "BeforeClusterDelete", status: "Success", retryAfterSeconds: 0, message: undefined },
    { ...named, hook: "BeforeClusterDelete", status: "Success", retryAfterSeconds: 7, message: "backups run" },
    { ...named, hook: "AfterControlPlaneInitialized", status: "Failure", message: "no quota" },
  ]);
  for (const { at } of events) expect(at).toBeGreaterThanOrEqual(began);
});

test("a call for patches has the Cluster that its items belong to, and how many patches the answer has", async () => {
  const events = recorded();
  const holder = { apiVersion: "cluster.x-k8s.io/v1beta2", namespace: "n", fieldPath: "spec" };
  const item = (uid: string, kind: string, name: string): object => ({
    uid,
    holderReference: { ...holder, kind, name },
    object: { apiVersion: "a/v1", kind: "A" },
  });
  const generatePatches: Handlers["generatePatches"] = {
    sizes: ({ items }) => proceed({ items: items.slice(1).map(({ uid }) => ({ uid, patch: { spec: {} } })) }),
  };
  const items = [item("1", "MachineDeployment", "d"), item("2", "Cluster", "c"), item("3", "Cluster", "c")];
  await call({ generatePatches }, { items, variables: [] });
  await call({ generatePatches }, { items: [item("1", "MachineDeployment", "d")], variables: [] });
  await call({ generatePatches: { sizes: () => fail("no room") } }, { items, variables: [] });
  const named = { hook: "GeneratePatches", handler: "sizes", cluster: { namespace: "n", name: "c" } };
  expect(events).toMatchObject([
    { ...named, status: "Success", patches: { made: 2, templates: 3 } },
    { status: "Success", cluster: undefined, patches: { made: 0, templates: 1 } },
    { ...named, status: "Failure", message: "no room" },
  ]);
  expect(events[2]).not.toHaveProperty("patches");
});

test("a handler that throws, and a request that is wrong, have failed, without what the caller sent", async () => {
  const events = recorded();
  const throws = (): never => {
    throw new TypeError("the token abc is wrong");
  };
  await call({ beforeClusterDelete: throws });
  await call({ beforeClusterDelete: throws }, ["a secret"]);
  expect(events).toMatchObject([
    { status: "Failure", cluster: { namespace: "n", name: "c" }, message: expect.stringContaining("TypeError") },
    { status: "Failure", cluster: undefined, message: expect.stringContaining("not a JSON object") },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/abc|secret/);
});

test("a handler that does not answer in time is marked, whatever is answered in its place", async () => {
  const events = recorded();
  const never = (): Promise<ReturnType<typeof proceed>> => new Promise(() => undefined);
  await call({ beforeClusterDelete: never }, { cluster }, "200ms");
  await call({ afterControlPlaneInitialized: never }, { cluster }, "200ms");
  await call({ beforeClusterDelete: () => proceed() });
  expect(events).toMatchObject([
    { status: "Success", retryAfterSeconds: 10, timedOut: true },
    { status: "Failure", timedOut: true },
    { status: "Success", retryAfterSeconds: 0 },
  ]);
  expect(events[2]).not.toHaveProperty("timedOut");
});

test("a call that is not answered after half a second has a record before its answer, at the same moment", async () => {
  const events = recorded();
  const gate = Promise.withResolvers<void>();
  const answered = call({
    beforeClusterDelete: async () => {
      await gate.promise;
      return proceed();
    },
  });
  await vi.waitFor(() => expect(events).toHaveLength(1), 60_000);
  const named = { hook: "BeforeClusterDelete", cluster: { namespace: "n", name: "c" } };
  expect(events).toMatchObject([{ ...named, type: "calling", ms: expect.any(Number) }]);
  gate.resolve();
  await answered;
  expect(events).toMatchObject([{}, { ...named, type: "hook", at: events[0]?.at, handler: "before-cluster-delete" }]);
});

test("a call that is answered has no record after that", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events = recorded();
  await call({ beforeClusterDelete: () => proceed() });
  vi.advanceTimersByTime(10_000);
  expect(events.map(({ type }) => type)).toEqual(["hook"]);
});

test("no time is measured while nobody listens", async () => {
  await call({ beforeClusterDelete: () => proceed() });
  const measured = vi.spyOn(performance, "now");
  expect(isTraced()).toBe(false);
  const before = measured.mock.calls.length;
  await call({ beforeClusterDelete: () => proceed() });
  const without = measured.mock.calls.length - before;
  recorded();
  await call({ beforeClusterDelete: () => proceed() });
  expect(measured.mock.calls.length - before - without).toBe(without + 2);
  measured.mockRestore();
});
