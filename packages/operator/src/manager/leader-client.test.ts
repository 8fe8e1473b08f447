// The client of what only the leader runs: functions of `onLeading`, and runnables.
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { FakeApi, refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { createManager } from "./manager.ts";
import type { Manager } from "./manager-options.ts";

const Foo: Resource<KubeObject<"example.com/v1", "Foo">> = resourceOf("example.com/v1", "Foo");
const key = { namespace: "ns", name: "a" };
const notLeading =
  "this process does not lead, so it may not call the API server with the client of the leader\n  help: end when the signal aborts; for calls that every process may make use `client` of the manager";

function make(): { readonly api: FakeApi; readonly clock: FakeClock; readonly manager: Manager } {
  const [api, clock] = [new FakeApi(), new FakeClock()];
  const leaderElection = { name: "lease", identity: "me" };
  return { api, clock, manager: createManager({ client: api.client, clock, log: silentLogger, leaderElection }) };
}

test("a function of the leader may call, and nothing may before it and after the stop (L5)", async () => {
  const { clock, manager } = make();
  const outcomes: unknown[] = [];
  const call = async (): Promise<void> => {
    outcomes.push(await manager.leaderClient.find(Foo, key).then(() => "made", describeError));
  };
  await call();
  manager.onLeading(call);
  const stop = new AbortController();
  const ended = manager.run(stop.signal);
  await clock.advance(0);
  stop.abort();
  await ended;
  await call();
  expect(outcomes).toEqual([notLeading, "made", notLeading]);
});

test("a runnable of a process whose lease is over by the clock makes no call (L5)", async () => {
  const { api, clock, manager } = make();
  const gate = Promise.withResolvers<void>();
  const outcomes: unknown[] = [];
  manager.add({
    name: "sweep",
    async run() {
      await gate.promise;
      outcomes.push(await manager.leaderClient.delete(Foo, key).catch(describeError));
    },
  });
  const ended = manager.run(new AbortController().signal).catch(describeError);
  await clock.advance(0);
  // No timer has been called yet, as after SIGSTOP.
  clock.stall(60_000);
  gate.resolve();
  await settle();
  expect(outcomes).toEqual([notLeading]);
  expect(api.asked).not.toContain("delete foos");
  api.faults.push(...Array.from({ length: 20 }, () => refusal(500, "InternalError")));
  await clock.advance(60_000);
  expect(await ended).toContain("leadership is lost");
});

test("a call in flight ends when the leadership is lost", async () => {
  const { api, clock, manager } = make();
  const outcomes: unknown[] = [];
  const ends = Promise.withResolvers<AbortSignal | undefined>();
  api.client.get = (_resource, _key, { signal } = {}) => {
    ends.resolve(signal);
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  manager.add({
    name: "sweep",
    run: async () => void outcomes.push(await manager.leaderClient.get(Foo, key).catch(describeError)),
  });
  const ended = manager.run(new AbortController().signal).catch(describeError);
  await clock.advance(0);
  await ends.promise;
  api.faults.push(...Array.from({ length: 20 }, () => refusal(500, "InternalError")));
  await clock.advance(60_000);
  expect(await ended).toContain("leadership is lost");
  expect(outcomes).toEqual([notLeading]);
});
