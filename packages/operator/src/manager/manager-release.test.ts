// When a manager that stops gives up its lease.
import { describeError } from "@capstan/kube";
import type { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { createMetricsRegistry, metricsPageOf } from "../metrics/own-metrics.ts";
import type { MetricsRegistry } from "../metrics/metrics-registry.ts";
import { createManager } from "./manager.ts";

interface Rig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  /** Ends the reconcile. */
  readonly finish: () => void;
  readonly stop: AbortController;
  readonly ended: Promise<string>;
  readonly holder: () => string | undefined;
}

/** A leader with a reconcile, or a task, that runs until `finish` is called. */
async function startLeader(what: "reconcile" | "task" = "reconcile", metrics?: MetricsRegistry): Promise<Rig> {
  const api = new FakeApi();
  api.put(Foo, foo("a"));
  const clock = new FakeClock();
  const leaderElection = { name: "lease", identity: "me" };
  const manager = createManager({
    client: api.client,
    clock,
    log: silentLogger,
    leaderElection,
    shutdownTimeout: "8s",
    ...(metrics === undefined ? {} : { metrics }),
  });
  const work = Promise.withResolvers<void>();
  const reconcile = async (): Promise<void> => (what === "task" ? undefined : work.promise);
  manager.addController({ name: "foo", for: Foo, timeout: "10s", reconcile });
  if (what === "task") manager.add({ name: "sweep", run: () => work.promise });
  const stop = new AbortController();
  const ended = manager.run(stop.signal).then(() => "stopped", describeError);
  await clock.advance(0);
  // What the fake server keeps at this place is a Lease.
  const holder = (): string | undefined => (api.objects.get("Lease default/lease") as Lease).spec?.holderIdentity;
  return { api, clock, finish: work.resolve, stop, ended, holder };
}

test.each(["reconcile", "task"] as const)(
  "the lease is released after the last %s has ended, and not before (L3)",
  async (what) => {
    const rig = await startLeader(what);
    expect(rig.holder()).toBe("me");
    rig.stop.abort();
    for (let i = 0; i < 70; i++) {
      await settle();
      expect(rig.holder()).toBe("me");
      await rig.clock.advance(100);
    }
    rig.finish();
    await settle();
    expect([await rig.ended, rig.holder()]).toEqual(["stopped", ""]);
  },
);

test.each([
  { what: "reconcile", want: "foo (1 running)" },
  { what: "task", want: "sweep" },
] as const)("the lease stays held when a $what has not ended in time (L3)", async ({ what, want }) => {
  const rig = await startLeader(what);
  rig.stop.abort();
  await rig.clock.advance(8000);
  expect(await rig.ended).toMatch(`reconciles or tasks were still running 8 s after the stop: ${want}\n`);
  expect(rig.holder()).toBe("me");
});

test("reconciles that run and those that were abandoned are named with how many there are", async () => {
  const rig = await startLeader();
  await rig.clock.advance(10_000);
  rig.api.put(Foo, foo("b"));
  await rig.clock.advance(5000);
  rig.stop.abort();
  await rig.clock.advance(8000);
  expect(await rig.ended).toMatch("8 s after the stop: foo (1 running, 1 abandoned)\n");
});

test.each([
  { how: "ends in time", finishes: true, want: ["stopped", ""] },
  {
    how: "does not end",
    finishes: false,
    want: [
      expect.stringContaining("reconciles or tasks were still running 8 s after the stop: foo (1 abandoned)"),
      "me",
    ],
  },
])("an abandoned reconcile that $how decides whether the lease is released (L3)", async ({ finishes, want }) => {
  const rig = await startLeader();
  await rig.clock.advance(15_000);
  rig.stop.abort();
  await rig.clock.advance(7000);
  expect(rig.holder()).toBe("me");
  if (finishes) rig.finish();
  await rig.clock.advance(1000);
  expect([await rig.ended, rig.holder()]).toEqual(want);
});

test("leader_election_master_status is 0 when the lease has been released", async () => {
  const registry = await createMetricsRegistry("127.0.0.1:0");
  const rig = await startLeader("reconcile", registry);
  const status = async (): Promise<string | undefined> =>
    (await metricsPageOf(registry)?.text())
      ?.split("\n")
      .find((line) => line.startsWith("leader_election_master_status{"));
  expect(await status()).toBe('leader_election_master_status{name="lease"} 1');
  rig.finish();
  rig.stop.abort();
  expect([await rig.ended, rig.holder()]).toEqual(["stopped", ""]);
  expect(await status()).toBe('leader_election_master_status{name="lease"} 0');
});
