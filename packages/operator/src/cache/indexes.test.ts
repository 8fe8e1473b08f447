// Indexes beside scans of the same objects.
import type { KubeObject } from "@capstan/kube";
import { type LogFields, silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { FakeClock, settle } from "../../test/fake-clock.ts";
import { checkedValues } from "./checked-values.ts";
import { Foo, foo, type InformerRig, startInformer, twoFoos } from "../../test/informer-rig.ts";

/** The last digit of the size, and whether it is even; none at all for sizes below ten. */
function valuesOf(object: KubeObject): readonly string[] {
  const { size = 0 } = (object as Foo).spec ?? {};
  return size < 10 ? [] : [`${size % 10}`, size % 2 === 0 ? "even" : "odd"];
}

const values = [...Array.from({ length: 10 }, (_, digit) => `${digit}`), "even", "odd"];

function indexed({ informer: { store } }: InformerRig, name: string, value: string): string[] {
  return Array.from(store.indexed(name, value) ?? [], ({ metadata }) => metadata.name ?? "").toSorted();
}

function scanned({ informer: { store } }: InformerRig, value: string): string[] {
  return Array.from(store.values())
    .filter((object) => valuesOf(object).includes(value))
    .map(({ metadata }) => metadata.name ?? "")
    .toSorted();
}

test("after every event, reads by an index are what a scan finds (C14)", async () => {
  const rig = await startInformer(twoFoos);
  const differences: string[] = [];
  rig.informer.addIndex("digits", valuesOf);
  rig.informer.addHandler(({ type }) => {
    for (const value of values)
      if (indexed(rig, "digits", value).join() !== scanned(rig, value).join()) differences.push(`${type} ${value}`);
  });
  let seed = 5;
  const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let step = 0; step < 500; step++) {
    const key = { namespace: "ns", name: `n${random(12)}` };
    const quiet = rig.api.watches === 0;
    const act = random(12);
    if (act < 7) rig.api.put(Foo, foo(key.name, random(40)), { quiet });
    else if (act < 10) rig.api.remove(Foo, key, { quiet });
    else if (act === 10 && rig.api.remove(Foo, key, { quiet })) rig.api.put(Foo, foo(key.name, random(40)), { quiet });
    else rig.api.endWatches(refusal(410, "Expired"));
    if (random(3) === 0) await settle();
  }
  await rig.clock.advance(60_000);
  expect(differences).toEqual([]);
  expect(values.flatMap((value) => indexed(rig, "digits", value)).length).toBeGreaterThan(5);
  await rig.stop();
});

test("an index function that throws leaves its object out, and says so (C14)", async () => {
  const rig = await startInformer(twoFoos);
  rig.informer.addIndex("sizes", (object) => {
    const { size } = (object as Foo).spec ?? {};
    if (size === 13) throw new Error("unlucky");
    return [`${size}`];
  });
  rig.api.put(Foo, foo("a", 13));
  rig.api.put(Foo, foo("b", 2));
  await settle();
  expect([indexed(rig, "sizes", "13"), indexed(rig, "sizes", "1"), indexed(rig, "sizes", "2")]).toEqual([
    [],
    [],
    ["b"],
  ]);
  expect([rig.informer.store.size, rig.logged]).toEqual([2, ["Index function failed"]]);
  expect([rig.informer.settled, rig.informer.unhealthySince]).toEqual([true, undefined]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(indexed(rig, "sizes", "2")).toEqual(["a", "b"]);
  await rig.stop();
});

test("an index function that returns something else than strings leaves its object out, and says so (C14)", async () => {
  const rig = await startInformer(twoFoos);
  const teams: Record<string, string> = { b: "red" };
  // An author without a compiler.
  rig.informer.addIndex("teams", ({ metadata }) => Reflect.apply(valuesAt, teams, [metadata.name]));
  await settle();
  expect([indexed(rig, "teams", "red"), indexed(rig, "teams", "undefined"), rig.logged]).toEqual([
    ["b"],
    [],
    ["Index function failed"],
  ]);
  await rig.stop();
});

/** The value of a name, where there is one. */
function valuesAt(this: Record<string, string>, name: string): unknown[] {
  return [this[name]];
}

test("an index function that returns other values later leaves no old ones, and is called once for each change", async () => {
  const rig = await startInformer(twoFoos);
  let calls = 0;
  rig.informer.addIndex("calls", ({ metadata }) => [`${metadata.name ?? ""} ${(calls += 1)}`, "all"]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  rig.api.remove(Foo, { namespace: "ns", name: "b" });
  await settle();
  const found = Array.from({ length: 5 }, (_, i) =>
    [`a ${i}`, `b ${i}`].flatMap((value) => indexed(rig, "calls", value)),
  );
  expect([calls, found.flat(), indexed(rig, "calls", "all")]).toEqual([3, ["a"], ["a"]]);
  await rig.stop();
});

test("an index function that fails at each change of an object is logged once a minute, with the number of failures", async () => {
  const failures: unknown[] = [];
  const write = (_message: string, fields: LogFields = {}): void =>
    void failures.push([fields["object"], fields["failures"]]);
  const clock = new FakeClock();
  const log = { ...silentLogger, error: write, child: () => log };
  const failing = (): never => {
    throw new Error("unlucky");
  };
  const values = checkedValues(failing, { name: "sizes", kind: "Foo", clock, log });
  for (let minute = 0; minute < 3; minute += 1) {
    for (let change = 0; change < 10; change += 1) expect(values(foo("a", change))).toEqual([]);
    await clock.advance(60_000);
  }
  expect(failures).toEqual([
    ["ns/a", 1],
    ["ns/a", 11],
    ["ns/a", 21],
  ]);
});

test("a loop over an index that changes what it meets, meets each object once, and none that has left the index", async () => {
  const rig = await startInformer(twoFoos);
  rig.informer.addIndex("digits", valuesOf);
  for (const name of ["a", "b", "c", "d"]) rig.api.put(Foo, foo(name, 11));
  await settle();
  const met: (string | undefined)[] = [];
  for (const { metadata } of rig.informer.store.indexed("digits", "odd") ?? []) {
    met.push(metadata.name);
    if (met.length > 9) break;
    rig.api.put(Foo, foo(metadata.name ?? "", 13));
    rig.api.put(Foo, foo("c", 12));
    await settle();
  }
  expect(met).toEqual(["a", "b", "d"]);
  await rig.stop();
});
