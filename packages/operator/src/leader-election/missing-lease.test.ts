// A Lease that is missing again and again, with a fake clock: a process that has seen one does not take its absence for the end of the leader.
import { Lease } from "@capstan/kube/builtin";
import { type LogFields, silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { type ElectorDeps, LeaseElector } from "./lease-elector.ts";

const key = { namespace: "default", name: "manager" };

interface Candidate {
  readonly elector: LeaseElector;
  readonly stop: AbortController;
}

async function join({ client }: Pick<FakeApi, "client">, clock: FakeClock, identity: string): Promise<Candidate> {
  const elector = new LeaseElector({ name: key.name }, { client, clock, log: silentLogger, identity });
  const stop = new AbortController();
  void elector.acquire(stop.signal).then((led) => (led ? elector.renew(stop.signal) : undefined));
  await settle();
  return { elector, stop };
}

/** Lets time pass, and deletes the Lease soon after each write; returns how often the second process led. */
async function passWithoutLease(api: FakeApi, clock: FakeClock, { elector }: Candidate): Promise<number> {
  let led = 0;
  for (let ms = 0; ms < 120_000; ms += 100) {
    await clock.advance(100);
    led += Number(elector.leads);
    await api.client.delete(Lease, key);
  }
  return led;
}

test("while the Lease of a leader is deleted soon after each write, no other process leads (L4)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = await join(api, clock, "me");
  // It never looks just after the leader has written.
  await clock.advance(1000);
  const second = await join(api, clock, "second");
  expect(await passWithoutLease(api, clock, second)).toBe(0);
  expect([leader.elector.leads, leader.elector.lost.aborted]).toEqual([true, false]);
  for (const { stop } of [leader, second]) stop.abort();
});

test("a process that could not create a missing Lease for longer than leaseDuration creates it without a holder all the same (L4)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = await join(api, clock, "me");
  await clock.advance(1000);
  const busy: ElectorDeps["client"]["create"] = async (resource, object) => {
    if (clock.now() < 30_000) throw refusal(409, "AlreadyExists");
    return api.client.create(resource, object);
  };
  const second = await join({ client: { ...api.client, create: busy } }, clock, "second");
  expect(await passWithoutLease(api, clock, second)).toBe(0);
  for (const { stop } of [leader, second]) stop.abort();
});

test("a process that has seen a Lease creates a missing one without a holder, and leads a whole duration later (L4)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = await join(api, clock, "me");
  const second = await join(api, clock, "second");
  leader.stop.abort();
  leader.elector.end();
  await clock.advance(15_000);
  await api.client.delete(Lease, key);
  await clock.advance(2000);
  expect(api.objects.get("Lease default/manager")).toMatchObject({ spec: { holderIdentity: "" } });
  await clock.advance(14_900);
  expect(second.elector.leads).toBe(false);
  await clock.advance(4100);
  expect(second.elector.leads).toBe(true);
  second.stop.abort();
});

test("a leader takes back a Lease that another process has created without a holder", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const leader = await join(api, clock, "me");
  await clock.advance(500);
  const second = await join(api, clock, "second");
  await clock.advance(1600);
  await api.client.delete(Lease, key);
  await clock.advance(500);
  expect(api.objects.get("Lease default/manager")).toMatchObject({ spec: { holderIdentity: "" } });
  await clock.advance(60_000);
  expect([leader.elector.leads, second.elector.leads]).toEqual([true, false]);
  expect(api.objects.get("Lease default/manager")).toMatchObject({ spec: { holderIdentity: "me" } });
  for (const { stop } of [leader, second]) stop.abort();
});

test("a process that has never seen a Lease creates it and leads at once", async () => {
  const api = new FakeApi();
  const { elector, stop } = await join(api, new FakeClock(), "me");
  expect([elector.leads, api.asked]).toEqual([true, ["create leases"]]);
  stop.abort();
});

test("a process that waits names the holder and the longest wait, also after the Lease was corrected by hand", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const lines: unknown[] = [];
  const log = { ...silentLogger, info: (message: string, fields?: LogFields) => void lines.push([message, fields]) };
  const { apiVersion, kind } = Lease;
  const metadata = { namespace: "default", name: "manager" };
  const write = (spec: NonNullable<Lease["spec"]>): unknown => api.put(Lease, { apiVersion, kind, metadata, spec });
  write({ holderIdentity: "thief", leaseDurationSeconds: 60 });
  const elector = new LeaseElector({ name: metadata.name }, { client: api.client, clock, log, identity: "second" });
  const stop = new AbortController();
  const acquired = elector.acquire(stop.signal);
  await clock.advance(10_000);
  write({ holderIdentity: "", leaseDurationSeconds: 15 });
  await clock.advance(3000);
  stop.abort();
  await acquired;
  const message = "Waiting for the holder of the Lease";
  expect(lines.slice(1)).toEqual([
    [message, { lease: "default/manager", holder: "thief", seconds: 60 }],
    [message, { lease: "default/manager", holder: "", seconds: expect.closeTo(50, -1) }],
  ]);
});
