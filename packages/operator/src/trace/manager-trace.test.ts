// The trace of a manager on a scripted API: its watches and its lease.
import { expect, test } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { addFoo, Foo, foo, make } from "../../test/manager-rig.ts";
import { recordTrace } from "../../test/recorded-trace.ts";

const foos = { apiVersion: "example.com/v1", kind: "Foo" };

test("a watch says what it listed, that it is connected once, and why it failed", async () => {
  const trace = recordTrace();
  const rig = make();
  addFoo(rig);
  rig.api.put(Foo, foo("a"));
  const { ended } = rig.run();
  await settle();
  rig.api.put(Foo, foo("b"));
  await settle();
  rig.api.endWatches(refusal(503, "ServiceUnavailable", { retryAfterMs: 2000 }));
  await settle();
  const first = trace.of("watch");
  expect(first).toMatchObject([
    { ...foos, state: "connected" },
    { ...foos, state: "listed", objects: 1, resourceVersion: "1" },
    { ...foos, state: "failed", objects: 2, nextMs: 2000 },
  ]);
  expect(first[2]?.error).toMatchObject({ code: "client/server-error" });
  expect(first[2]?.error?.message).toContain("ServiceUnavailable");
  await rig.clock.advance(2000);
  rig.api.put(Foo, foo("c"));
  await settle();
  expect(trace.of("watch").slice(3)).toMatchObject([{ state: "connected", objects: 3 }]);
  rig.stop.abort();
  await ended;
});

test("the lease is waited for, held, and lost with a reason or released", async () => {
  const trace = recordTrace();
  const rig = make({ leaderElection: { name: "foo-leader", namespace: "ns" } });
  addFoo(rig);
  const { ended } = rig.run();
  await settle();
  expect(trace.of("leader")).toMatchObject([
    { lease: "foo-leader", state: "waits" },
    { lease: "foo-leader", state: "leads" },
  ]);
  rig.stop.abort();
  await rig.clock.advance(1);
  await ended;
  expect(trace.of("leader").at(-1)).toMatchObject({ state: "released", reason: undefined });

  const second = make({ leaderElection: { name: "foo-leader", namespace: "ns" } });
  addFoo(second);
  const run = second.run();
  await settle();
  second.api.faults.push(...Array.from({ length: 1000 }, () => refusal(500, "InternalError")));
  await second.clock.advance(60_000);
  expect(await run.ended).toContain("lease");
  expect(trace.of("leader").at(-1)).toMatchObject({ state: "lost", reason: expect.stringContaining("lease") });
});
