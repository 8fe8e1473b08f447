// Managers on a scripted API: start, stop, leadership and failures.
import { createServer } from "node:net";
import { describeError, type KubeObject, type ObjectKey, type Resource, resourceOf } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import type { ReconcileContext } from "../controller/controller-options.ts";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { createManager } from "./manager.ts";
import type { Manager, ManagerOptions } from "./manager-options.ts";

const Foo: Resource<KubeObject<"example.com/v1", "Foo">> = resourceOf("example.com/v1", "Foo");
const Bar: Resource<KubeObject<"example.com/v1", "Bar">> = resourceOf("example.com/v1", "Bar");
const foo = (name: string): KubeObject<"example.com/v1", "Foo"> => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name, generation: 1 },
});

interface Rig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly manager: Manager;
  readonly stop: AbortController;
  /** What happened, in order. */
  readonly log: string[];
  /** Starts the manager; how it ended, once it has. */
  readonly run: () => { readonly ended: Promise<string>; readonly isOver: () => boolean };
}

function make(options: Partial<ManagerOptions> = {}): Rig {
  const api = new FakeApi();
  const clock = new FakeClock();
  const log: string[] = [];
  const logger = { ...silentLogger, info: (message: string) => void log.push(message), child: () => logger };
  const manager = createManager({ client: api.client, clock, log: logger, ...options });
  const stop = new AbortController();
  const run: Rig["run"] = () => {
    let over = false;
    const ended = manager
      .run(stop.signal)
      .then(() => "stopped", describeError)
      .finally(() => (over = true));
    return { ended, isOver: () => over };
  };
  return { api, clock, manager, stop, log, run };
}

function addFoo(
  { manager, log }: Rig,
  reconcile: (context: ReconcileContext) => Promise<void> = async () => undefined,
): void {
  manager.addController({
    name: "foo",
    for: Foo,
    reconcile: async (key, context) => {
      log.push(`run ${key.name}`);
      await reconcile(context);
    },
  });
}

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
  expect(rig.log).toEqual(["Caches are filled", "Waiting for leadership"]);
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
    'the cache was not filled within 5 s; missing: Foo (this account may not list and watch foos of the group "example.com" in the whole cluster: cannot do: Forbidden)\n  help: check that the kinds are installed and that this account may list and watch them',
  );
});

test("lost leadership ends the run at once and aborts running reconciles", async () => {
  const rig = make({ leaderElection: { name: "lease" } });
  rig.api.put(Foo, foo("a"));
  let told = "";
  addFoo(rig, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    told = describeError(signal.reason);
    await new Promise(() => undefined);
  });
  const { ended } = rig.run();
  await rig.clock.advance(0);
  rig.api.faults.push(...Array.from({ length: 20 }, () => refusal(500, "InternalError")));
  await rig.clock.advance(10_000);
  const want = "the lease default/lease could not be renewed within 10 s: leadership is lost";
  expect((await ended).split("\n")[0]).toBe(want);
  expect(told.split("\n")[0]).toBe(want);
});

test("keys that came while the lease was over by the clock are reconciled when its renewal is answered", async () => {
  const rig = make({ leaderElection: { name: "lease" } });
  addFoo(rig);
  const { client } = rig.api;
  const [update, answer] = [client.update.bind(client), Promise.withResolvers<void>()];
  client.update = async (...call) => {
    const stored = await update(...call);
    await answer.promise;
    return stored;
  };
  const { ended } = rig.run();
  await rig.clock.advance(2000);
  // The event loop stood still. The answer to the renewal of the second 2 comes before the timer is called.
  rig.clock.stall(8500);
  rig.api.put(Foo, foo("a"));
  await settle();
  expect(rig.log.at(-1)).toBe("Leading");
  answer.resolve();
  await settle();
  expect(rig.log.at(-1)).toBe("run a");
  rig.stop.abort();
  expect(await ended).toBe("stopped");
});

test("a reconcile that does not end delays the stop up to the limit, and the error names its controller", async () => {
  const rig = make({ shutdownTimeout: "3s" });
  rig.api.put(Foo, foo("a"));
  addFoo(rig, () => new Promise(() => undefined));
  const { ended, isOver } = rig.run();
  await rig.clock.advance(0);
  rig.stop.abort();
  await rig.clock.advance(2999);
  expect(isOver()).toBe(false);
  await rig.clock.advance(1);
  expect(await ended).toBe(
    "reconciles or tasks were still running 3 s after the stop: foo (1 running)\n  help: pass the signal of the reconcile context, or that of the task, to everything that waits",
  );
});

test("a runnable that fails stops the manager", async () => {
  const rig = make();
  rig.manager.add({ name: "poller", run: () => Promise.reject(new Error("no route")) });
  const { ended } = rig.run();
  expect(await ended).toBe("poller failed: no route");
});

test("the error that stops the manager is logged at once, and is not replaced by that of the stop", async () => {
  const lines: string[] = [];
  const error = (message: string, fields: LogFields = {}): void =>
    void lines.push(`${message}: ${String(fields["error"]).split("\n")[0]}`);
  const log: Logger = { ...silentLogger, error, child: () => log };
  const rig = make({ shutdownTimeout: "3s", log });
  rig.api.put(Foo, foo("a"));
  addFoo(rig, () => new Promise(() => undefined));
  const route = Promise.withResolvers<void>();
  rig.manager.add({ name: "poller", run: () => route.promise });
  const { ended } = rig.run();
  await rig.clock.advance(0);
  route.reject(new Error("no route"));
  await rig.clock.advance(0);
  expect(lines).toEqual(["Stopping: poller failed: no route"]);
  await rig.clock.advance(3000);
  expect(await ended).toBe("poller failed: no route");
  expect(lines[1]).toMatch("The stop failed, too: reconciles or tasks were still running 3 s after the stop: foo");
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

test("an abort before the start ends the run cleanly", async () => {
  const rig = make();
  addFoo(rig);
  rig.stop.abort();
  expect(await rig.run().ended).toBe("stopped");
  expect([rig.api.watches, rig.clock.timers]).toEqual([0, 0]);
});

test("a stop while the manager waits for its caches or for leadership leaves nothing behind", async () => {
  const unfilled = make();
  addFoo(unfilled);
  unfilled.api.faults.push(...Array.from({ length: 50 }, () => refusal(403, "Forbidden")));
  const candidate = make({ leaderElection: { name: "lease", identity: "me" } });
  const spec = { holderIdentity: "other", leaseDurationSeconds: 15 };
  const metadata = { namespace: "default", name: "lease" };
  candidate.api.put(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec });
  for (const rig of [unfilled, candidate]) {
    const { ended } = rig.run();
    await rig.clock.advance(3000);
    rig.stop.abort();
    expect(await ended).toBe("stopped");
    expect([rig.api.watches, rig.clock.timers]).toEqual([0, 0]);
  }
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
