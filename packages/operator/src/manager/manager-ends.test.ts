// Managers on a scripted API: how they end, and what ends them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { type LogFields, type Logger, silentLogger } from "@capstan/process";
import { addFoo, Foo, foo, make } from "../../test/manager-rig.ts";
import { ServerThreads } from "../threads/server-threads.ts";

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
  const want =
    "the lease default/lease could not be renewed within 10 s: leadership is lost; the last call failed: cannot do: InternalError";
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

test("a runnable has the log of the manager, with its name", async () => {
  const lines: unknown[] = [];
  const logOf = (of: LogFields): Logger => ({
    ...silentLogger,
    info: (message: string) => void lines.push({ message, ...of }),
    child: (more: LogFields) => logOf({ ...of, ...more }),
  });
  const rig = make({ log: logOf({}) });
  rig.manager.add({ name: "poller", run: async (_, { log }) => log.info("polled") });
  const { ended } = rig.run();
  await rig.clock.advance(0);
  rig.stop.abort();
  await ended;
  expect(lines).toContainEqual({ message: "polled", runnable: "poller" });
});

test("a runnable that fails stops the manager", async () => {
  const rig = make();
  rig.manager.add({ name: "poller", run: () => Promise.reject(new Error("no route")) });
  const { ended } = rig.run();
  expect(await ended).toBe("poller failed: no route");
});

test.each([
  { when: "before the start", isLate: false },
  { when: "while the manager runs", isLate: true },
])(
  "a runnable that throws at once, and is added $when, stops the manager and releases its lease",
  async ({ isLate }) => {
    const rig = make({ leaderElection: { name: "lease" } });
    addFoo(rig);
    const fail = (): never => {
      throw new Error("no route");
    };
    const add = (): void => rig.manager.add({ name: "poller", run: fail });
    if (!isLate) add();
    const { ended } = rig.run();
    await rig.clock.advance(0);
    if (isLate) add();
    expect(await ended).toBe("poller failed: no route");
    expect(rig.api.objects.get("Lease default/lease")).toMatchObject({ spec: { holderIdentity: "" } });
  },
);

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

test("a stop while caches fill starts no runnable, not even one that needs no leader", async () => {
  const rig = make();
  addFoo(rig);
  for (const needsLeader of [false, true])
    rig.manager.add({ name: "poller", needsLeader, run: async () => void rig.log.push("run poller") });
  rig.api.faults.push(...Array.from({ length: 50 }, () => refusal(403, "Forbidden")));
  const { ended } = rig.run();
  await rig.clock.advance(3000);
  rig.manager.add({ name: "late", needsLeader: false, run: async () => void rig.log.push("run late") });
  rig.stop.abort();
  expect(await ended).toBe("stopped");
  await settle();
  expect(rig.log).toEqual(["Stopping", "Stopped"]);
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

test("a stop ends the start of a thread that never listens", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-manager-ends-"));
  const main = join(folder, "main.mjs");
  writeFileSync(
    main,
    `import { parentPort } from "node:worker_threads"; parentPort.once("message", () => process.exit(0));`,
  );
  const rig = make();
  rig.manager.addServer(new ServerThreads({ main, args: [], count: 1, port: 0 }));
  const { ended } = rig.run();
  rig.stop.abort();
  expect([await ended, rig.log.at(-1)]).toEqual(["stopped", "Stopped before the servers have started"]);
  rmSync(folder, { recursive: true });
});
