// Renewals of a Lease that are answered late or rejected for a time, with a fake clock: what the leader does, and what it reports.
import { sleep } from "@capstan/client";
import { describeError } from "@capstan/kube";
import { Lease } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { type ElectorDeps, LeaseElector } from "./lease-elector.ts";

/** Renews, and has no answer. */
const update: ElectorDeps["client"]["update"] = () => new Promise(() => undefined);

interface Leader {
  readonly elector: LeaseElector;
  readonly stop: AbortController;
}

async function lead(
  client: ElectorDeps["client"],
  clock: FakeClock,
  times: { readonly retryPeriod?: string } = {},
): Promise<Leader> {
  const elector = new LeaseElector({ name: "manager", ...times }, { client, clock, log: silentLogger, identity: "me" });
  const stop = new AbortController();
  void elector.acquire(stop.signal).then((led) => (led ? elector.renew(stop.signal) : undefined));
  await settle();
  return { elector, stop };
}

test("a leader keeps its Lease while each renewal is answered within half of renewDeadline (L4)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { client } = api;
  const slow: ElectorDeps["client"]["update"] = async (resource, object) => {
    await sleep(clock, 4900);
    return client.update(resource, object);
  };
  const { elector, stop } = await lead({ ...client, update: slow }, clock);
  await clock.advance(120_000);
  expect([elector.leads, elector.lost.aborted]).toEqual([true, false]);
  stop.abort();
});

test("renewals are sent once in each retryPeriod, counted from when the last one was sent", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const sent: number[] = [];
  const renewed: ElectorDeps["client"]["update"] = async (_, object) => {
    sent.push(clock.now());
    await sleep(clock, 1500);
    return object;
  };
  const { stop } = await lead({ ...api.client, update: renewed }, clock);
  await clock.advance(9000);
  expect(sent).toEqual([2000, 4000, 6000, 8000]);
  stop.abort();
});

test("a leader that was stopped for too long says that it made no call", async () => {
  const clock = new FakeClock();
  const { elector } = await lead({ ...new FakeApi().client, update }, clock);
  clock.stall(10_000);
  await clock.advance(0);
  expect(describeError(elector.lost.reason)).toContain(
    "leadership is lost; no call was made in time: this process was stopped or busy",
  );
});

test("a leader whose renewals were all rejected says why, though the next one has just been sent", async () => {
  const clock = new FakeClock();
  let calls = 0;
  // Like a server that rejects each call at once; the one that is sent at the end of the time has no answer yet.
  const rejected: ElectorDeps["client"]["update"] = () =>
    (calls += 1) < 3 ? Promise.reject(refusal(503, "ServiceUnavailable")) : new Promise(() => undefined);
  const { elector } = await lead({ ...new FakeApi().client, update: rejected }, clock, { retryPeriod: "3s" });
  await clock.advance(10_000);
  expect([calls, describeError(elector.lost.reason)]).toEqual([3, expect.stringContaining("the last call failed: ")]);
});

test("a leader whose renewal is not answered says since when", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { elector } = await lead({ ...api.client, update }, clock);
  await clock.advance(10_000);
  expect(describeError(elector.lost.reason)).toContain("leadership is lost; a call that began 8 s ago has no answer");
});

test("a release that the server limits is tried again after the time that it names, at most retryPeriod (L3)", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { elector, stop } = await lead(api.client, clock);
  stop.abort();
  api.faults.push(...[1000, 9000].map((retryAfterMs) => refusal(429, "TooManyRequests", { retryAfterMs })));
  const released = elector.release();
  await clock.advance(3000);
  await released;
  expect(api.objects.get("Lease default/manager")).toMatchObject({ kind: Lease.kind, spec: { holderIdentity: "" } });
});

test("a release that the server limits for longer ends", async () => {
  const api = new FakeApi();
  const clock = new FakeClock();
  const { elector, stop } = await lead(api.client, clock);
  stop.abort();
  api.faults.push(...Array.from({ length: 9 }, () => refusal(429, "TooManyRequests", { retryAfterMs: 1000 })));
  const released = elector.release();
  await clock.advance(3000);
  await released;
  expect([api.faults.length, clock.timers]).toEqual([6, 0]);
});
