// What is kept of a write until the cache has seen it.
import { silentLogger } from "@capstan/process";
import { expect, test, vi } from "vitest";
import { a, Foo, foo } from "../../test/controller-rig.ts";
import { FakeApi } from "../../test/fake-api.ts";
import { FakeClock } from "../../test/fake-clock.ts";
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
