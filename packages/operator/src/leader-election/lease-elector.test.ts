// Leader election with a fake clock.
import type { Client } from "@capstan/client";
import { describeError, type KubeObject } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { type ElectorDeps, LeaseElector } from "./lease-elector.ts";
import { silentLogger } from "@capstan/process";

const key = { namespace: "default", name: "manager" };

interface Candidate {
  readonly elector: LeaseElector;
  readonly stop: AbortController;
  readonly leads: () => boolean;
}

function join(api: FakeApi, clock: FakeClock, identity: string): Candidate {
  const elector = new LeaseElector({ name: key.name }, { client: api.client, clock, log: silentLogger, identity });
  const stop = new AbortController();
  void elector.acquire(stop.signal).then((led) => (led ? elector.renew(stop.signal) : undefined));
  return { elector, stop, leads: () => elector.leads };
}

function spec(api: FakeApi): Lease["spec"] {
  const stored: KubeObject | undefined = api.objects.get("Lease default/manager");
  return (stored as Lease | undefined)?.spec;
}

test("the first candidate leads, writes the lease as client-go does, and renews it every two seconds", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const first = join(api, clock, "first");
  await settle();
  const want = {
    holderIdentity: "first",
    leaseDurationSeconds: 15,
    leaseTransitions: 0,
    acquireTime: "2026-01-01T00:00:00.000000Z",
  };
  expect(spec(api)).toEqual({ ...want, renewTime: "2026-01-01T00:00:00.000000Z" });
  await clock.advance(4000);
  expect(spec(api)).toEqual({ ...want, renewTime: "2026-01-01T00:00:04.000000Z" });
  expect([first.leads(), api.asked]).toEqual([true, ["create leases", "update leases", "update leases"]]);
  first.stop.abort();
});

test("the second candidate waits, and takes over within one retry when the first releases the lease (L3)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const first = join(api, clock, "first");
  await settle();
  const second = join(api, clock, "second");
  await clock.advance(30_000);
  expect([first.leads(), second.leads()]).toEqual([true, false]);
  first.stop.abort();
  await first.elector.release();
  expect(spec(api)).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
  await clock.advance(3000);
  expect([first.leads(), second.leads(), spec(api)?.holderIdentity, spec(api)?.leaseTransitions]).toEqual([
    false,
    true,
    "second",
    1,
  ]);
  second.stop.abort();
});

test("the lease of a dead leader is taken when it has not changed for its whole duration, whatever its clock says", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  clock.skewMs = 3_600_000;
  const first = join(api, clock, "first");
  await settle();
  first.stop.abort();
  clock.skewMs = -3_600_000;
  await clock.advance(10_000);
  const second = join(api, clock, "second");
  await clock.advance(14_000);
  expect(second.leads()).toBe(false);
  await clock.advance(3000);
  expect(second.leads()).toBe(true);
  second.stop.abort();
});

const troubles: readonly { name: string; faults: (Error | undefined)[]; want: boolean }[] = [
  {
    name: "three failures in a row",
    faults: Array.from({ length: 3 }, () => refusal(500, "InternalError")),
    want: true,
  },
  {
    name: "conflicts, which are resolved by reading again",
    faults: [refusal(409, "Conflict"), undefined, refusal(409, "Conflict")],
    want: true,
  },
  {
    name: "failures until the deadline",
    faults: Array.from({ length: 9 }, () => refusal(500, "InternalError")),
    want: false,
  },
];

for (const { name, faults, want } of troubles) {
  test(`a leader ${want ? "survives" : "does not survive"} ${name}`, async () => {
    const api = new FakeApi();
    const clock = new FakeClock();
    const leader = join(api, clock, "me");
    await settle();
    api.faults.push(...faults);
    await clock.advance(9999);
    expect(leader.leads()).toBe(true);
    await clock.advance(1);
    expect([leader.leads(), leader.elector.lost.aborted]).toEqual([want, !want]);
    leader.stop.abort();
  });
}

test("a lost lease is reported, and the same process does not take it again (L2)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = join(api, clock, "me");
  await settle();
  api.faults.push(...Array.from({ length: 9 }, () => refusal(500, "InternalError")));
  await clock.advance(60_000);
  expect(describeError(leader.elector.lost.reason)).toBe(
    "the lease default/manager could not be renewed within 10 s: leadership is lost; the last call failed: cannot do: InternalError\n  help: restart the process; if this repeats, check the load of the API server and of this process",
  );
  expect([leader.leads(), api.faults.length > 0]).toEqual([false, true]);
});

test("a leader stops as soon as it sees another holder in its lease, and leaves the lease alone (L2)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = join(api, clock, "me");
  await settle();
  const stolen = { ...spec(api), holderIdentity: "thief" };
  api.put(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...key }, spec: stolen });
  await clock.advance(2000);
  expect([leader.leads(), spec(api)?.holderIdentity]).toEqual([false, "thief"]);
  expect(describeError(leader.elector.lost.reason)).toBe(
    "the lease default/manager has the holder thief now: leadership is lost\n  help: restart the process, and change the lease of a running process by no other means than stopping it",
  );
});

test("a leader whose lease was deleted creates it again, and the others wait as if it were there (L2)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = join(api, clock, "me");
  await settle();
  const second = join(api, clock, "second");
  await clock.advance(5000);
  await api.client.delete(Lease, key);
  await clock.advance(60_000);
  expect([leader.leads(), second.leads(), spec(api)?.holderIdentity]).toEqual([true, false, "me"]);
  leader.stop.abort();
  second.stop.abort();
});

const vanishings: readonly { name: string; change: (lease: Lease["spec"]) => Lease["spec"] | undefined }[] = [
  { name: "is deleted", change: () => undefined },
  { name: "gets no holder by hand", change: (lease) => ({ ...lease, holderIdentity: "" }) },
];

for (const { name, change } of vanishings) {
  test(`when the lease of a leader that cannot reach the server ${name}, the next one waits until it has stopped (L4)`, async () => {
    const api = new FakeApi();
    const clock = new FakeClock();
    const leader = join(api, clock, "me");
    await settle();
    const second = join(api, clock, "second");
    await clock.advance(5000);
    leader.stop.abort();
    const changed = change(spec(api));
    await api.client.delete(Lease, key);
    if (changed !== undefined)
      api.put(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { ...key }, spec: changed });
    let both = 0;
    let first = 0;
    for (let seconds = 0; seconds < 30; seconds += 1) {
      await clock.advance(1000);
      both += Number(leader.leads() && second.leads());
      if (second.leads()) first ||= seconds;
    }
    expect(both).toBe(0);
    expect(first).toBeGreaterThan(8);
    second.stop.abort();
  });
}

test("a process that was stopped for longer than its deadline does not lead, even before a timer fires (L6)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = join(api, clock, "me");
  await settle();
  clock.stall(10_001);
  expect(leader.leads()).toBe(false);
  leader.stop.abort();
});

test("leadership counts from when the renewal was sent (L4)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { client } = api;
  const slow = {
    ...client,
    create: async (...args: Parameters<typeof client.create>) => (clock.stall(9000), client.create(...args)),
  };
  const elector = new LeaseElector(
    { name: key.name },
    { client: slow as unknown as typeof client, clock, log: silentLogger, identity: "me" },
  );
  expect(await elector.acquire(new AbortController().signal)).toBe(true);
  clock.stall(999);
  expect(elector.leads).toBe(true);
  clock.stall(1);
  expect(elector.leads).toBe(false);
});

test("two processes never lead at once, whatever fails or stalls (L4)", async () => {
  let seed = 3;
  const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const api = new FakeApi();
  const clock = new FakeClock();
  const candidates = ["a", "b", "c"].map((identity) => join(api, clock, identity));
  let terms = 0;
  for (let step = 0; step < 400; step++) {
    if (random(4) === 0)
      api.faults.push(
        ...Array.from({ length: random(8) }, () =>
          random(2) === 0 ? refusal(500, "InternalError") : refusal(409, "Conflict"),
        ),
      );
    if (random(20) === 0) clock.stall(random(20_000));
    const leading = candidates.filter((candidate) => candidate.leads());
    expect(leading.length).toBeLessThanOrEqual(1);
    terms += leading.length;
    await clock.advance(random(3000));
    for (const [i, candidate] of candidates.entries())
      if (candidate.elector.lost.aborted) candidates[i] = join(api, clock, `${i}-${step}`);
  }
  expect(terms).toBeGreaterThan(0);
  for (const { stop } of candidates) stop.abort();
});

test("a renewal that waits for its answer when the leader stops ends before the lease is released (L3)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { client } = api;
  const answer = Promise.withResolvers<void>();
  let updates = 0;
  const slow = {
    ...client,
    update: async (...args: Parameters<typeof client.update>) => {
      const stored = client.update(...args);
      if ((updates += 1) === 1) await answer.promise;
      return stored;
    },
  };
  // The method of the client that renews and releases.
  const deps = { client: slow as unknown as typeof client, clock, log: silentLogger, identity: "me" };
  const elector = new LeaseElector({ name: key.name }, deps);
  const stop = new AbortController();
  await elector.acquire(stop.signal);
  const renewed = elector.renew(stop.signal);
  await clock.advance(2000);
  stop.abort();
  const released = elector.release();
  await settle();
  expect([updates, spec(api)?.holderIdentity]).toEqual([1, "me"]);
  answer.resolve();
  await Promise.all([renewed, released]);
  expect([spec(api)?.holderIdentity, elector.leads, clock.timers]).toEqual(["", false, 0]);
});

test.each([
  { when: "is read", held: "find", asked: [], want: undefined },
  { when: "is written", held: "create", asked: ["create leases", "update leases"], want: "" },
] as const)(
  "a stop while the lease $when leaves none behind that a process which has ended holds (L3)",
  async ({ held, asked, want }) => {
    const api = new FakeApi();
    const clock = new FakeClock();
    const answer = Promise.withResolvers<void>();
    const answered = async <T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
      const value = await result;
      await Promise.race([answer.promise, new Promise((resolve) => signal?.addEventListener("abort", resolve))]);
      signal?.throwIfAborted();
      return value;
    };
    const { client: real } = api;
    const client: ElectorDeps["client"] = {
      ...real,
      [held]:
        held === "find"
          ? (...call: Parameters<Client["find"]>) => answered(real.find(...call), call[2]?.signal)
          : (...call: Parameters<Client["create"]>) => answered(real.create(...call), call[2]?.signal),
    };
    const elector = new LeaseElector({ name: key.name }, { client, clock, log: silentLogger, identity: "first" });
    const stop = new AbortController();
    const acquired = elector.acquire(stop.signal);
    await settle();
    stop.abort();
    const released = elector.release();
    await settle();
    answer.resolve();
    expect(await acquired).toBe(false);
    await released;
    expect([api.asked, spec(api)?.holderIdentity, clock.timers]).toEqual([asked, want, 0]);
  },
);

test("a lease that is out of date is read again before it is released, and one of another holder stays (L3)", async () => {
  const held: (string | undefined)[] = [];
  for (const holder of ["me", "other"]) {
    const api = new FakeApi();
    const { elector, stop } = join(api, new FakeClock(), "me");
    await settle();
    const metadata = { ...key };
    api.put(Lease, { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec: { holderIdentity: holder } });
    stop.abort();
    await elector.release();
    held.push(spec(api)?.holderIdentity);
  }
  expect(held).toEqual(["", "other"]);
});

test("an answer that comes after the end starts no timer", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { elector, stop } = join(api, clock, "me");
  elector.end();
  stop.abort();
  await settle();
  expect(clock.timers).toBe(0);
});

test("invalid times are rejected", () => {
  const make = (): LeaseElector =>
    new LeaseElector(
      { name: "x", leaseDuration: "10s", renewDeadline: "10s" },
      { client: new FakeApi().client, clock: new FakeClock(), log: silentLogger, identity: "me" },
    );
  expect(make).toThrow("the times of the leader election are invalid: lease 10s, renew 10s, retry 2s");
});
