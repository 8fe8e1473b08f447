// Owners whose events come after those of the objects that they own.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { Bar, Foo, foo, type Rig, start } from "../../test/controller-rig.ts";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";

const ownedBy = (names: readonly string[], name: string = "b"): KubeObject<"example.com/v1", "Bar"> => ({
  apiVersion: "example.com/v1",
  kind: "Bar",
  metadata: {
    namespace: "ns",
    name,
    ownerReferences: names.map((owner) => ({ apiVersion: "example.com/v1", kind: "Foo", name: owner, uid: "u" })),
  },
});

/** A controller that ignores that its objects are added. */
const startQuiet = (): Promise<Rig> =>
  start([], async () => undefined, {
    predicate: ({ type }) => type !== "add",
    watches: [{ resource: Bar, owner: "any" }],
  });

const woken = ({ runs }: Rig): (string | undefined)[] => runs.map((run) => run.split(" ")[1]);

test("an object whose event comes before that of its owner wakes the owner, though the predicate hides additions", async () => {
  const rig = await startQuiet();
  const owner = rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  expect(woken(rig)).toEqual([]);
  rig.api.tell(Foo, { type: "ADDED", object: owner });
  await settle();
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test("also when a list shows the owner", async () => {
  const rig = await startQuiet();
  rig.api.put(Foo, foo("a"), { quiet: true });
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  rig.api.endWatches(refusal(410, "Expired"), "Foo");
  await rig.clock.advance(60_000);
  expect(woken(rig)).toEqual(["a"]);
  await rig.stop();
});

test("an owner that comes after the cache has seen what was there before its object is not waited for", async () => {
  const rig = await startQuiet();
  rig.api.put(Bar, ownedBy(["a"]));
  await settle();
  rig.api.bookmark(Foo);
  await settle();
  rig.api.put(Bar, ownedBy(["c"], "d"));
  const late = rig.api.put(Bar, ownedBy(["e"], "f"), { quiet: true });
  await settle();
  rig.api.bookmark(Foo);
  await settle();
  rig.api.put(Bar, ownedBy(["g"], "h"));
  rig.api.tell(Bar, { type: "ADDED", object: late });
  await settle();
  for (const name of ["a", "c", "e", "g"]) rig.api.put(Foo, foo(name));
  await settle();
  expect(woken(rig)).toEqual(["g"]);
  await rig.stop();
});

test("the newest owners are remembered, however many an object names", async () => {
  const rig = await startQuiet();
  rig.api.put(Bar, ownedBy(Array.from({ length: 10_001 }, (_, index) => `f${index}`)));
  await settle();
  for (const name of ["f0", "f1", "f10000"]) rig.api.put(Foo, foo(name));
  await settle();
  expect(woken(rig)).toEqual(["f1", "f10000"]);
  await rig.stop();
});
