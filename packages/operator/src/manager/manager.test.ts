// Managers on a scripted API: what starts when, and what is rejected.
import { createServer } from "node:net";
import { type ObjectKey, resourceOf } from "@capstan/kube";
import { ConfigMap, Lease } from "@capstan/kube/builtin";
import { freePort } from "@capstan/testenv/host";
import { expect, test } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { defineIndex } from "../cache/field-index.ts";
import type { ControllerOptions } from "../controller/controller-options.ts";
import type { Manager } from "./manager-options.ts";
import { addFoo, Bar, Foo, foo, make } from "../../test/manager-rig.ts";

test("everything starts and stops in order", async () => {
  const rig = make({ leaderElection: { name: "lease" } });
  rig.api.put(Foo, foo("a"));
  addFoo(rig);
  const until = (name: string, needsLeader: boolean): Parameters<Manager["add"]>[0] => ({
    name,
    needsLeader,
    run: async (signal) => {
      rig.log.push(`start ${name}`);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      rig.log.push(`end ${name}`);
    },
  });
  rig.manager.add(until("work", true));
  rig.manager.add(until("anyone", false));
  const { ended } = rig.run();
  await rig.clock.advance(0);
  rig.stop.abort();
  expect(await ended).toBe("stopped");
  expect(rig.log).toEqual([
    "Caches are filled",
    "start anyone",
    "Waiting for leadership",
    "Leading",
    "start work",
    "run a",
    "Stopping",
    "end anyone",
    "end work",
    "Stopped",
  ]);
  expect((rig.api.objects.get("Lease default/lease") as Lease).spec?.holderIdentity).toBe("");
  expect([rig.api.watches, rig.clock.timers]).toEqual([0, 0]);
});

test("a process that does not lead fills its caches and runs nothing else", async () => {
  const rig = make({ leaderElection: { name: "lease", identity: "me" } });
  const spec = { holderIdentity: "other", leaseDurationSeconds: 15 };
  rig.api.put(Lease, {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { namespace: "default", name: "lease" },
    spec,
  });
  rig.api.put(Foo, foo("a"));
  addFoo(rig);
  const { ended } = rig.run();
  await rig.clock.advance(10_000);
  expect(rig.log).toEqual(["Caches are filled", "Waiting for leadership", "Waiting for the holder of the Lease"]);
  rig.stop.abort();
  expect(await ended).toBe("stopped");
  expect((rig.api.objects.get("Lease default/lease") as Lease).spec).toEqual(spec);
});

test("caches that do not fill make the start fail, with the kinds and their reasons", async () => {
  const rig = make({ cacheSyncTimeout: "5s" });
  addFoo(rig);
  rig.api.faults.push(...Array.from({ length: 20 }, () => refusal(403, "Forbidden")));
  const { ended } = rig.run();
  await rig.clock.advance(5000);
  expect(await ended).toBe(
    'the cache was not filled within 5 s; missing: Foo (this account may not list and watch foos of the group "example.com" in the whole cluster: cannot do: Forbidden)\n  help: check that the kinds are installed and that this account may list and watch them; on a server that ignores sendInitialEvents, set KUBE_FEATURE_WatchListClient=false',
  );
});

test("a clock that is moved during the start or the stop ends neither", async () => {
  const computer = new FakeClock();
  const clock = new FakeClock(computer);
  const rig = make({ cacheSyncTimeout: "5s", shutdownTimeout: "5s", clock });
  const gate = Promise.withResolvers<void>();
  rig.api.put(Foo, foo("a"));
  addFoo(rig, () => gate.promise);
  rig.api.faults.push(...Array.from({ length: 3 }, () => refusal(500, "InternalError")));
  const { ended, isOver } = rig.run();
  await clock.advance(86_400_000);
  await expect.poll(() => rig.log).toContain("run a");
  rig.stop.abort();
  await clock.advance(86_400_000);
  expect(isOver()).toBe(false);
  gate.resolve();
  expect(await ended).toBe("stopped");
});

test("a port in use makes the start fail before anything else starts", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const rig = make({ healthAddress: `127.0.0.1:${port}` });
  addFoo(rig);
  expect(await rig.run().ended).toMatch(`cannot listen on 127.0.0.1:${port}: the port is in use`);
  expect(rig.api.asked).toEqual([]);
  taken.close();
});

test("two controllers of one name, a server that is added after the start, and anything after the stop, are rejected", async () => {
  const rig = make();
  addFoo(rig);
  expect(() => addFoo(rig)).toThrow('two controllers have the name "foo"');
  const { ended } = rig.run();
  expect(() => rig.manager.addServer({ port: 0, routes: [] })).toThrow(
    "a server cannot be added: the manager is already running",
  );
  rig.stop.abort();
  await ended;
  const stopped = " cannot be added: the manager has stopped";
  expect(() => rig.manager.add({ name: "late", run: async () => undefined })).toThrow(`late${stopped}`);
  expect(() => rig.manager.addWatch("foo", { resource: Bar, owner: "any" })).toThrow(`a watch of Bar${stopped}`);
  expect(() => rig.manager.addController({ name: "bar", for: Foo, reconcile: async () => undefined })).toThrow(
    `controller "bar"${stopped}`,
  );
});

test.each([
  { name: "neither `map` nor `owner`", watch: { resource: Bar } },
  { name: "both `map` and `owner`", watch: { resource: Bar, owner: "any" as const, map: () => [] } },
])("a watch that has $name is rejected when it is added, also alone", ({ name, watch }) => {
  const { manager } = make();
  const options = { name: "bar", for: Foo, watches: [watch], reconcile: async () => undefined };
  const message = `the watch of Bar in the controller "bar" has ${name}`;
  expect(() => manager.addController(options)).toThrow(message);
  // Nothing of the one that was rejected is left.
  manager.addController({ ...options, watches: [] });
  expect(() => manager.addWatch("bar", watch)).toThrow(message);
  manager.addWatch("bar", { resource: Bar, owner: "any" });
});

test("a controller that is rejected because of another leaves nothing of its kinds", () => {
  const rig = make();
  const byName = defineIndex(Foo, "name", () => []);
  const add = (name: string, more: Partial<ControllerOptions>): void =>
    rig.manager.addController({ name, for: Bar, reconcile: async () => undefined, ...more });
  add("first", { for: Foo, labelSelector: "a=b", indexes: [byName] });
  expect(() => add("second", { reads: [Foo] })).toThrow("Foo is cached in two ways");
  const indexes = [defineIndex(Foo, "name", () => [])];
  expect(() => add("second", { fieldSelector: "spec.a=b", indexes })).toThrow("two indexes of Foo");
  // As if the others had not been tried.
  add("second", { labelSelector: "c=d" });
  expect(() => add("third", { labelSelector: "e=f" })).toThrow('by the controller "second"');
});

test("what only a leader may have is there before controllers start, and its failure ends the run", async () => {
  const rig = make({ leaderElection: { name: "lease", identity: "me" } });
  rig.api.put(Foo, foo("a"));
  addFoo(rig);
  const session = Promise.withResolvers<void>();
  rig.manager.onLeading(async () => {
    rig.log.push("session");
    await session.promise;
  });
  const { ended } = rig.run();
  await rig.clock.advance(5000);
  expect(rig.log).toEqual(["Caches are filled", "Waiting for leadership", "Leading", "session"]);
  session.resolve();
  await rig.clock.advance(0);
  expect(rig.log.at(-1)).toBe("run a");
  rig.stop.abort();
  expect(await ended).toBe("stopped");
  expect(() => rig.manager.onLeading(async () => undefined)).toThrow("already running");

  const failing = make();
  addFoo(failing);
  failing.manager.onLeading(() => Promise.reject(new Error("no session")));
  expect(await failing.run().ended).toBe("no session");
  expect(failing.log).not.toContain("run a");
});

test("a runnable that is added while the manager runs starts in its turn", async () => {
  const rig = make({ leaderElection: { name: "lease", identity: "me" } });
  addFoo(rig);
  const { ended } = rig.run();
  const late = (name: string, needsLeader: boolean): Parameters<Manager["add"]>[0] => ({
    name,
    needsLeader,
    run: async () => void rig.log.push(`run ${name}`),
  });
  rig.manager.add(late("leader", true));
  rig.manager.add(late("everywhere", false));
  await rig.clock.advance(0);
  expect(rig.log.filter((line) => line !== "Waiting for leadership")).toEqual([
    "Caches are filled",
    "run everywhere",
    "Leading",
    "run leader",
  ]);
  rig.manager.add(late("later", true));
  await rig.clock.advance(0);
  expect(rig.log.at(-1)).toBe("run later");
  rig.stop.abort();
  await ended;
});

test("a controller that is added while servers start is started once", async () => {
  const rig = make();
  const source = {
    name: "changes",
    async *open({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<ObjectKey> {
      rig.log.push("open");
      yield { namespace: "ns", name: "a" };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
  };
  const add = (): void =>
    rig.manager.addController({ name: "late", for: Foo, reconcile: async () => undefined, sources: [source] });
  rig.manager.addServer(() => {
    queueMicrotask(add);
    return { host: "127.0.0.1", port: 0, routes: [] };
  });
  const { ended } = rig.run();
  await expect.poll(() => rig.log).toContain("open");
  await rig.clock.advance(10);
  expect(rig.log.filter((line) => line === "open")).toEqual(["open"]);
  rig.stop.abort();
  expect(await ended).toBe("stopped");
});

test("a controller that is added waits for its own kinds and those of its watches, and not for one of another controller", async () => {
  const rig = make();
  const Missing = resourceOf("example.com/v1", "Missing");
  const [stopped, listed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const watchOnce = rig.api.client.watchOnce.bind(rig.api.client);
  Object.assign(rig.api.client, {
    async *watchOnce(...given: Parameters<typeof watchOnce>) {
      if (given[0].kind === Missing.kind) await stopped.promise;
      if (given[0].kind === "ConfigMap") await listed.promise;
      yield* watchOnce(...given);
    },
  });
  rig.api.put(Bar, { apiVersion: "example.com/v1", kind: "Bar", metadata: { namespace: "ns", name: "b" } });
  addFoo(rig);
  const { ended } = rig.run();
  await settle();
  rig.manager.addController({ name: "missing", for: Missing, reconcile: async () => undefined });
  rig.manager.addController({
    name: "bar",
    for: Bar,
    reconcile: async ({ name }) => void rig.log.push(`run ${name}`),
  });
  rig.manager.addWatch("bar", { resource: ConfigMap, map: () => [] });
  await settle();
  expect(rig.log.at(-1)).toBe("Caches are filled");
  listed.resolve();
  await settle();
  expect(rig.log.slice(-2)).toEqual(["Controller added", "run b"]);
  rig.stop.abort();
  stopped.resolve();
  expect(await ended).toBe("stopped");
});

test("probes and metrics are served while it runs", async () => {
  const [health, metrics] = [await freePort(), await freePort()];
  const rig = make({ healthAddress: `127.0.0.1:${health}`, metricsAddress: `127.0.0.1:${metrics}` });
  rig.api.put(Foo, foo("a"));
  addFoo(rig);
  let ready = false;
  rig.manager.addReadyCheck("mine", () => ready);
  rig.manager.addServer(({ log, countProblem }) => {
    log.info("a server");
    countProblem("conversion/data-unreadable");
    return { host: "127.0.0.1", port: 0, routes: [] };
  });
  const { ended } = rig.run();
  const text = async (port: number, path: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await expect.poll(() => rig.log).toContain("run a");
  expect([await text(health, "/healthz"), await text(health, "/readyz")]).toEqual([
    "ok",
    "[+]caches ok\n[+]running ok\n[-]mine failed\n",
  ]);
  ready = true;
  await expect.poll(() => text(health, "/readyz")).toBe("ok");
  const page = await text(metrics, "/metrics");
  for (const line of [
    'controller_runtime_reconcile_total{controller="foo",result="success"} 1',
    'controller_runtime_reconcile_total{controller="foo",result="error"} 0',
    'controller_runtime_reconcile_errors_total{controller="foo"} 0',
    'controller_runtime_max_concurrent_reconciles{controller="foo"} 10',
    'workqueue_depth{name="foo",controller="foo",priority="0"} 0',
    'controller_runtime_reconcile_panics_total{controller="foo"} 0',
    "controller_runtime_webhook_panics_total 0",
    "controller_runtime_conversion_webhook_panics_total 0",
    "certwatcher_read_certificate_total 0",
    "certwatcher_read_certificate_errors_total 0",
    'workqueue_adds_total{name="foo",controller="foo"} 1',
    'capstan_webhook_problems_total{code="conversion/data-unreadable"} 1',
  ]) {
    expect(page).toContain(line);
  }
  rig.stop.abort();
  expect(await ended).toBe("stopped");
});
