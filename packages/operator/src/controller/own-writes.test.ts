// What is kept of a write until the cache has seen it.
import { silentLogger } from "@capstan/process";
import { expect, test, vi } from "vitest";
import { a, Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { InformerSet } from "../cache/informer-set.ts";
import { OwnWrites } from "./own-writes.ts";

test("neither the content of an object nor its managedFields are kept", () => {
  const informers = new InformerSet({ client: new FakeApi().client, clock: new FakeClock(), log: () => silentLogger });
  const compared = vi.spyOn(informers.informer(Foo), "hasSeen");
  const writes = new OwnWrites(informers);
  const identity = { namespace: "ns", name: "a", uid: "1", resourceVersion: "7", finalizers: ["x"] };
  const metadata = {
    ...identity,
    labels: { large: "x" },
    annotations: { large: "x" },
    managedFields: [{ manager: "me" }],
    ownerReferences: [],
  };
  writes.add(a, 5, { resource: Foo, object: { ...foo("a", 3), metadata } });
  compared.mockClear();
  expect(writes.unseenWrites(a)).toEqual({ since: 5, kinds: ["Foo"] });
  expect(compared.mock.calls).toEqual([[{ apiVersion: "example.com/v1", kind: "Foo", metadata: identity }]]);
});

test("of the callbacks of a key that wait for one write only the last one is kept, and none when the key is forgotten", async () => {
  const api = new FakeApi();
  const informers = new InformerSet({ client: api.client, clock: new FakeClock(), log: () => silentLogger });
  const informer = informers.informer(Foo);
  const stop = new AbortController();
  const ended = informers.run(stop.signal);
  await settle();
  const writes = new OwnWrites(informers);
  const called: string[] = [];
  const b = { namespace: "ns", name: "b" };
  const release = api.hold();
  for (const key of [a, b]) writes.add(key, 0, { resource: Foo, object: api.put(Foo, foo(key.name)) });
  for (const call of ["first", "second", "last"]) {
    writes.onNextSeen(a, () => called.push(`${call} of a`));
    writes.onNextSeen(b, () => called.push(`${call} of b`));
  }
  writes.forget(b);
  const compared = vi.spyOn(informer, "hasSeen");
  release();
  await settle();
  expect(called).toEqual(["last of a"]);
  // Once for each batch of events, whatever the number of callbacks before.
  expect(compared.mock.calls.length).toBeLessThanOrEqual(2);
  stop.abort();
  await ended;
});
