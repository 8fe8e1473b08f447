// Conditions on the server: other writers, conflicts, and objects that are deleted or replaced meanwhile.
import { conditionPlaces, conditionsAt, setCondition, type AnyCondition } from "@capstan/contract/conditions";
import { type KubeObject, resourceOf } from "@capstan/kube";
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
const conditions = (status: "True" | "False"): readonly AnyCondition[] => conditionsAt(foo({ Mine: status }), place);
const states = (object: KubeObject): object =>
  Object.fromEntries(conditionsAt(object, place).map(({ type, status }) => [type, status]));
const write = (fake: FakeClient, base: KubeObject): Promise<KubeObject> =>
  patchConditions(fake.whole, Foo, { base, place, conditions: conditions("True") });

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
  { name: "ends when the object is deleted", error: notFound, change: () => undefined, writes: 1 },
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
