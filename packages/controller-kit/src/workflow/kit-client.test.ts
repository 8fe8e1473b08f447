// `ctx.client`: where it reads, and what `ensure` sends.
import { addFinalizer, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { silentLogger } from "@capstan/operator";
import { expect, test } from "vitest";
import { apiError, FakeClient } from "../../test/fake-client.ts";
import { gets, maps, reads, writes, type Watch } from "../authoring/watch.ts";
import type { TypedClient } from "../authoring/typed-client.ts";
import { Reservations } from "../ipam/reservations.ts";
import { Sightings } from "../once/sightings.ts";
import { KeptStore } from "../remote/kept-parts.ts";
import { RemoteClusters } from "../remote/remote-clusters.ts";
import { kitClient } from "./kit-client.ts";
import { OneByOne } from "./one-by-one.ts";

interface Foo extends KubeObject<"g/v1", "Foo"> {
  spec?: { a?: number; b?: { c?: number }; list?: number[] };
}
const Foo = resourceOf<Foo>("g/v1", "Foo");
const key = { namespace: "ns", name: "a" };
const foo = (spec?: Foo["spec"]): Foo => ({
  apiVersion: "g/v1",
  kind: "Foo",
  metadata: { ...key },
  ...(spec === undefined ? {} : { spec }),
});

function clientOf(fake: FakeClient, ...watches: readonly Watch[]): TypedClient<KubeObject, readonly Watch[]> {
  const reader = {
    view: async () => undefined,
    get: async () => undefined,
    list: async () => [],
    listBy: async () => [],
  };
  const remote = new RemoteClusters({ client: fake.whole });
  const reservations = new Reservations(fake.whole);
  const events = { record: () => undefined };
  return kitClient(
    { watches },
    {
      client: fake.whole,
      reader,
      services: {},
      remote,
      kept: new KeptStore([]),
      reservations,
      sightings: new Sightings(),
      lists: new OneByOne(),
      events,
      log: silentLogger,
      assertLeader() {},
      guarded: (given) => given,
    },
  );
}

test("a watched kind is read by the reader, a written one from the API server", async () => {
  const fake = new FakeClient();
  const stored = fake.put(foo());
  const watched = clientOf(fake, reads(Foo));
  expect([await watched.get(Foo, key), await watched.list(Foo), fake.reads]).toEqual([undefined, [], []]);
  const written = clientOf(fake, writes(Foo, { verbs: ["get", "list"] }));
  expect([await written.get(Foo, key), await written.list(Foo, { namespace: "ns", labels: { a: "b" } })]).toEqual([
    stored,
    [stored],
  ]);
  expect(fake.reads).toEqual(["find ns/a", 'list foos {"namespace":"ns","labelSelector":"a=b"} in parts']);
});

test("what `gets` and `writes` declare is read from the API server, and the rest of a watched kind by the reader", async () => {
  const fake = new FakeClient();
  const stored = fake.put(foo());
  const watched = maps(Foo, () => []);
  for (const live of [gets(Foo), writes(Foo, { verbs: ["create", "get"] })]) {
    fake.reads.length = 0;
    const client = clientOf(fake, watched, live);
    expect([await client.get(Foo, key), await client.list(Foo), fake.reads]).toEqual([stored, [], ["find ns/a"]]);
  }
  const changed = clientOf(fake, watched, writes(Foo, { verbs: ["patch"] }));
  expect([await changed.get(Foo, key), await changed.list(Foo)]).toEqual([undefined, []]);
});

test.each<Resource>([ConfigMap, Secret])(
  "`reads` of $kind go to the API server, whatever the cache has of the kind",
  async (kind) => {
    const fake = new FakeClient();
    const stored = fake.put({ ...foo(), apiVersion: kind.apiVersion, kind: kind.kind });
    const client = clientOf(fake, reads(kind));
    expect([await client.get(kind, key), await client.list(kind)]).toEqual([stored, [stored]]);
  },
);

const ensured: readonly { name: string; found?: Foo["spec"]; wanted: Foo["spec"]; sent: unknown }[] = [
  { name: "creates what does not exist", wanted: { a: 1 }, sent: foo({ a: 1 }) },
  { name: "sends nothing when nothing differs", found: { a: 1 }, wanted: { a: 1 }, sent: undefined },
  { name: "keeps fields that are not given", found: { a: 1, b: { c: 2 } }, wanted: { a: 1, b: {} }, sent: undefined },
  {
    name: "changes what differs",
    found: { a: 1, b: { c: 2 } },
    wanted: { b: { c: 3 } },
    sent: { metadata: { resourceVersion: "1" }, spec: { b: { c: 3 } } },
  },
  {
    name: "replaces lists",
    found: { list: [1, 2] },
    wanted: { list: [1] },
    sent: { metadata: { resourceVersion: "1" }, spec: { list: [1] } },
  },
];

test.each(ensured)("ensure $name", async ({ found, wanted, sent }) => {
  const fake = new FakeClient();
  if (found !== undefined) fake.put(foo(found));
  await clientOf(fake, writes(Foo)).ensure(Foo, foo(wanted));
  expect(fake.writes.map(({ body }) => body)).toEqual(sent === undefined ? [] : [sent]);
});

test("ensure changes an object that someone else created meanwhile", async () => {
  const fake = new FakeClient();
  fake.beforeWrite = (count) => void (count === 1 && fake.put(foo({ a: 1 })));
  const result = await clientOf(fake, writes(Foo)).ensure(Foo, foo({ a: 2 }));
  expect(result).toMatchObject({ outcome: "updated", object: { spec: { a: 2 } } });
  expect(fake.writes.map(({ what }) => what)).toEqual(["create ns/a", "patch ns/a"]);
});

test("ensure passes another error of the creation on", async () => {
  const fake = new FakeClient();
  fake.put(foo());
  fake.client.find = async () => undefined;
  fake.beforeWrite = (count) => {
    if (count === 1) throw apiError(403, "Forbidden");
  };
  await expect(clientOf(fake, writes(Foo)).ensure(Foo, foo())).rejects.toThrow("Forbidden");
});

test("modify changes the live object, once more after a conflict", async () => {
  const fake = new FakeClient();
  fake.put(foo({ a: 1 }));
  fake.beforeWrite = (count) =>
    void (count === 1 && fake.put({ ...foo({ a: 1 }), metadata: { ...key, finalizers: ["x"] } }));
  const change = (draft: KubeObject): unknown => addFinalizer(draft, "f");
  const { outcome, object } = await clientOf(fake, writes(Foo)).modify(Foo, key, change);
  expect([outcome, object.metadata.finalizers]).toEqual(["updated", ["x", "f"]]);
  expect((await clientOf(fake, writes(Foo)).modify(Foo, key, change)).outcome).toBe("unchanged");
});

test("create, patch and delete go to the API server", async () => {
  const fake = new FakeClient();
  const client = clientOf(fake, writes(Foo));
  await client.create(Foo, foo());
  await client.patch(Foo, key, { spec: { a: 1 } });
  expect(await client.delete(Foo, key)).toBeUndefined();
  expect(fake.writes.map(({ what }) => what)).toEqual(["create ns/a", "patch ns/a", "delete ns/a"]);
});
