// Conditions on the server: other writers, conflicts, and objects that are deleted or replaced meanwhile.
import { conditionPlaces, conditionsAt, setCondition } from "@capstan/contract/conditions";
import { deepClone, type KubeObject, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { apiError, conflict, FakeClient, notFound } from "../../test/fake-client.ts";
import { patchConditions } from "./patch-conditions.ts";

const Foo = resourceOf("g/v1", "Foo");
const place = conditionPlaces.current;
const now = new Date("2026-01-01T00:00:00Z");

function foo(states: Readonly<Record<string, "True" | "False">> = {}, uid = "u"): KubeObject {
  const object: KubeObject = { apiVersion: "g/v1", kind: "Foo", metadata: { namespace: "ns", name: "a", uid } };
  for (const [type, status] of Object.entries(states)) setCondition(object, place, { type, status, reason: "R", now });
  return object;
}
const states = (object: KubeObject): object =>
  Object.fromEntries(conditionsAt(object, place).map(({ type, status }) => [type, status]));
/** Sets the condition Mine of the object to True. */
function write(fake: FakeClient, before: KubeObject, owned: readonly string[] = ["Mine"]): Promise<KubeObject> {
  const after = deepClone(before);
  setCondition(after, place, { type: "Mine", status: "True", reason: "R", now });
  return patchConditions(fake.whole, Foo, { before, after, place, owned: new Set(owned) });
}

test("the patch carries the version and the whole list, and changes the status only", async () => {
  const fake = new FakeClient();
  const base = fake.put(foo({ Other: "False" }));
  expect(states(await write(fake, base))).toEqual({ Mine: "True", Other: "False" });
  expect(fake.writes).toEqual([
    {
      what: "patch/status ns/a",
      body: {
        metadata: { resourceVersion: "1" },
        status: { conditions: conditionsAt(foo({ Mine: "True", Other: "False" }), place) },
      },
    },
  ]);
  expect(states(base)).toEqual({ Other: "False" });
});

test("nothing is sent when nothing differs", async () => {
  const fake = new FakeClient();
  const base = fake.put(foo({ Mine: "True" }));
  expect(await write(fake, base)).toBe(base);
  expect(fake.writes).toEqual([]);
});

test("after a conflict the conditions of other writers are kept, and ours are set", async () => {
  const fake = new FakeClient();
  const base = fake.put(foo({ Mine: "False" }));
  fake.put(foo({ Mine: "False", Other: "True" }));
  expect(states(await write(fake, base))).toEqual({ Mine: "True", Other: "True" });
  expect(fake.writes.length).toBe(2);
});

test("after a conflict the condition has the generation that the pass has read", async () => {
  const fake = new FakeClient();
  const generation = (value: number): KubeObject => {
    const object = foo({ Mine: "False" });
    return { ...object, metadata: { ...object.metadata, generation: value } };
  };
  const base = fake.put(generation(7));
  fake.put(generation(8));
  expect(conditionsAt(await write(fake, base), place)).toMatchObject([{ status: "True", observedGeneration: 7 }]);
  expect(fake.writes.length).toBe(2);
});

test.each<[string, readonly string[], string]>([
  ["is overwritten where the type is owned", ["Mine"], "written"],
  ["is an error where it is not", [], "condition Mine was changed by another writer at the same time"],
])("after a conflict a different change of the same condition %s", async (_, owned, want) => {
  const fake = new FakeClient();
  const base = fake.put(foo());
  fake.put(foo({ Mine: "False" }));
  const ended = await write(fake, base, owned).then(() => "written", String);
  expect(ended).toContain(want);
});

test("after a conflict with the same state nothing more is sent", async () => {
  const fake = new FakeClient();
  const base = fake.put(foo({ Mine: "False" }));
  const live = fake.put(foo({ Mine: "True" }));
  expect(await write(fake, base)).toEqual(live);
  expect(fake.writes.length).toBe(1);
});

const ends: readonly {
  name: string;
  error: () => Error;
  change: (fake: FakeClient) => void;
  writes: number;
  want?: string;
}[] = [
  { name: "ends when the object is deleted", error: () => notFound("a"), change: () => undefined, writes: 1 },
  {
    name: "ends when the object is deleted after a conflict",
    error: conflict,
    change: (fake) => fake.objects.clear(),
    writes: 1,
  },
  {
    name: "leaves an object that replaced it alone",
    error: conflict,
    change: (fake) => fake.put(foo({}, "new")),
    writes: 1,
  },
  { name: "gives up after five conflicts", error: conflict, change: () => undefined, writes: 5, want: "Conflict" },
  {
    name: "passes other errors on",
    error: () => apiError(403, "Forbidden"),
    change: () => undefined,
    writes: 1,
    want: "Forbidden",
  },
];

test.each(ends)("a write $name", async ({ error, change, writes, want }) => {
  const fake = new FakeClient();
  const base = fake.put(foo({ Mine: "False" }));
  fake.beforeWrite = () => {
    change(fake);
    throw error();
  };
  const ended = await write(fake, base).then(() => "ended", String);
  expect(ended).toContain(want ?? "ended");
  expect(fake.writes.length).toBe(writes);
});
