// Lists and watches under every fault of a server.
import { describeError } from "@capstan/kube";
import { expect, test, vi } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { cached, Foo, foo, startInformer as start, stored, twoFoos } from "../../test/informer-rig.ts";

test("one watch delivers the list and then the changes (C3, C4)", async () => {
  const rig = await start(twoFoos);
  expect(rig.informer.synced).toBe(true);
  rig.api.put(Foo, foo("a", 2));
  rig.api.put(Foo, foo("c"));
  rig.api.remove(Foo, { namespace: "ns", name: "b" });
  await settle();
  expect(rig.told).toEqual(["add a 1 (initial)", "add b 1 (initial)", "update a 1->2", "add c 1", "delete b"]);
  expect(rig.api.asked).toEqual(["watch foos (initial)"]);
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
  expect([rig.api.watches, rig.clock.timers]).toEqual([0, 0]);
});

test("a server without WatchList is listed from its cache and then watched", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.watchList = false;
  });
  expect(rig.api.asked).toEqual(["watch foos (initial)", "list foos 0", "watch foos 2"]);
  expect(cached(rig)).toEqual(["a@1", "b@2"]);
  await rig.stop();
});

test("a server that never ends the initial events is listed after ten seconds", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.bookmark = () => undefined;
  });
  expect([rig.informer.synced, rig.told]).toEqual([false, []]);
  await rig.clock.advance(10_000);
  expect(rig.informer.synced).toBe(true);
  expect(rig.api.asked).toEqual(["watch foos (initial)", "list foos 0", "watch foos 2"]);
  await rig.stop();
});

test("a server that never ends the initial events of a kind that changes all the time is listed after thirty seconds", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.bookmark = () => undefined;
  });
  for (let size = 2; size <= 16; size += 1) {
    rig.api.put(Foo, foo("a", size));
    await rig.clock.advance(2000);
  }
  expect([rig.informer.synced, cached(rig)]).toEqual([true, stored(rig)]);
  expect(rig.api.asked).toEqual(["watch foos (initial)", "list foos 0", "watch foos 17"]);
  await rig.stop();
});

test("an attempt that fails within the list stores nothing", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.bookmark = () => {
      Reflect.deleteProperty(api, "bookmark");
      setImmediate(() => api.endWatches(new Error("cut")));
    };
  });
  expect([rig.informer.synced, rig.told]).toEqual([false, []]);
  await rig.clock.advance(800);
  expect(rig.told).toEqual(["add a 1 (initial)", "add b 1 (initial)"]);
  await rig.stop();
});

test("a watch that ends before its list is complete is logged, counted and opened again, later each time", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.bookmark = () => setImmediate(() => api.endWatches("end"));
  });
  await rig.clock.advance(799);
  expect([rig.api.asked, rig.told, rig.logged, rig.failures()]).toEqual([
    ["watch foos (initial)"],
    [],
    ["Watch failed"],
    1,
  ]);
  expect(describeError(rig.informer.failing?.error)).toMatch(
    "the server ended the watch of Foo before its list was complete",
  );
  await rig.clock.advance(1);
  Reflect.deleteProperty(rig.api, "bookmark");
  await rig.clock.advance(1599);
  expect([rig.api.asked.length, rig.failures()]).toEqual([2, 2]);
  await rig.clock.advance(1);
  expect([rig.informer.synced, rig.informer.failing, rig.told]).toEqual([
    true,
    undefined,
    ["add a 1 (initial)", "add b 1 (initial)"],
  ]);
  await rig.stop();
});

const cuts: readonly { name: string; how: Error | "end"; waitMs: number }[] = [
  { name: "a clean end after a while", how: "end", waitMs: 0 },
  { name: "a cut", how: new Error("socket hang up"), waitMs: 800 },
  { name: "a 500", how: refusal(500, "InternalError"), waitMs: 800 },
  { name: "429 with its time", how: refusal(429, "TooManyRequests", { retryAfterMs: 7000 }), waitMs: 7000 },
];

for (const { name, how, waitMs } of cuts) {
  test(`after ${name} the watch goes on where it was, and misses nothing (C2, C4)`, async () => {
    const rig = await start(twoFoos);
    await rig.clock.advance(5000);
    rig.api.bookmark(Foo);
    rig.api.endWatches(how);
    await settle();
    const missed = rig.api.put(Foo, foo("c"));
    await rig.clock.advance(waitMs);
    // The server sends what happened meanwhile to a watch that resumes from before it.
    if (waitMs > 0) rig.api.tell(Foo, { type: "ADDED", object: missed });
    await settle();
    expect(rig.api.asked).toEqual(["watch foos (initial)", "watch foos 2"]);
    expect(cached(rig)).toEqual(stored(rig));
    await rig.stop();
  });
}

test("waits double from 0.8 s to 30 s, and two minutes without a failure reset them", async () => {
  const rig = await start(twoFoos);
  const waits: number[] = [];
  const failOnce = async (): Promise<void> => {
    const before = rig.api.asked.length;
    rig.api.endWatches(new Error("cut"));
    await settle();
    let waited = 0;
    while (rig.api.asked.length === before && waited < 40_000) {
      await rig.clock.advance(100);
      waited += 100;
    }
    waits.push(waited);
  };
  for (let i = 0; i < 7; i++) await failOnce();
  await rig.clock.advance(120_001);
  await failOnce();
  expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 800]);
  await rig.stop();
});

test("a watch that ends at once has failed", async () => {
  const rig = await start(twoFoos);
  rig.api.endWatches("end");
  await settle();
  rig.api.endWatches("end");
  await settle();
  expect(rig.api.asked.length).toBe(2);
  expect(describeError(rig.informer.failing?.error)).toMatch(
    "the server ended the watch of Foo within ten seconds, without an event",
  );
  await rig.clock.advance(800);
  expect(rig.api.asked.length).toBe(3);
  await rig.stop();
});

test("a version that is too old causes a new list, and vanished objects are reported as stale deletions (C6, C7, F3)", async () => {
  const rig = await start(twoFoos);
  rig.api.remove(Foo, { namespace: "ns", name: "a" }, { quiet: true });
  rig.api.put(Foo, foo("b", 2), { quiet: true });
  rig.api.endWatches(refusal(410, "Expired"));
  await settle();
  expect(rig.told.slice(2)).toEqual(["delete a (stale)", "update b 1->2"]);
  expect(rig.api.asked).toEqual(["watch foos (initial)", "watch foos (initial)"]);
  await rig.stop();
});

const lost: readonly { name: string; fault: Error }[] = [
  { name: "that is expired as well", fault: refusal(410, "Expired") },
  {
    name: "that the server has not reached (restored from a backup, F18)",
    fault: refusal(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }),
  },
];

for (const { name, fault } of lost) {
  test(`a new list ${name} is requested without a version`, async () => {
    const rig = await start((api) => {
      twoFoos(api);
      api.watchList = false;
    });
    rig.api.faults.push(fault);
    rig.api.endWatches(refusal(410, "Expired"));
    await settle();
    await rig.clock.advance(800);
    expect(rig.api.asked.slice(3)).toEqual(["list foos 2", "list foos any", "watch foos 2"]);
    await rig.stop();
  });
}

test("the state of a server restored from a backup is accepted, with its older versions (C1, F18)", async () => {
  const rig = await start(twoFoos);
  rig.api.put(Foo, foo("a", 5));
  await settle();
  rig.api.version = 0;
  rig.api.objects.clear();
  rig.api.put(Foo, foo("a", 1), { quiet: true });
  rig.api.endWatches(refusal(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }));
  await rig.clock.advance(800);
  expect(cached(rig)).toEqual(["a@1"]);
  await rig.stop();
});

test("a server restored from a backup, which accepts the old version and is silent, is listed at the next connection (C1, F18)", async () => {
  const rig = await start(twoFoos);
  rig.api.put(Foo, foo("a", 5));
  await settle();
  rig.api.version = 0;
  rig.api.objects.clear();
  rig.api.put(Foo, foo("a", 1), { quiet: true });
  rig.api.endWatches(new Error("socket hang up"));
  await rig.clock.advance(800);
  expect(rig.told.slice(3)).toEqual(["delete b (stale)", "update a 5->1"]);
  expect([cached(rig), rig.api.asked]).toEqual([["a@1"], ["watch foos (initial)", "watch foos (initial)"]]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});

test("events that are repeated, late, or for another object of the same name are handled (C1, C7, F15)", async () => {
  const rig = await start(twoFoos);
  const old = rig.api.put(Foo, foo("a", 2), { quiet: true });
  const recent = rig.api.put(Foo, foo("a", 3), { quiet: true });
  const events = [recent, old, recent].map((object) => ({ type: "MODIFIED", object }) as const);
  rig.api.tell(Foo, ...events);
  await settle();
  rig.api.tell(Foo, { type: "DELETED", object: { ...recent, metadata: { ...recent.metadata, uid: "another" } } });
  const recreated = { ...foo("a", 9), metadata: { namespace: "ns", name: "a", uid: "new", resourceVersion: "99" } };
  rig.api.tell(Foo, { type: "ADDED", object: recreated });
  await settle();
  expect(rig.told.slice(2)).toEqual(["update a 1->3", "delete a (stale)", "add a 9"]);
  await rig.stop();
});

test.each([
  {
    name: "whose version is not served for a while",
    pages: true,
    faults: [refusal(404, "NotFound"), refusal(404, "NotFound")],
  },
  { name: "whose group is not served for a while", pages: false, faults: [refusal(404, "")] },
])("a kind $name keeps its objects, and the next complete list replaces them (F14)", async ({ faults, pages }) => {
  const rig = await start(twoFoos);
  rig.api.faults.push(...faults);
  // Without the group the server answers the comparison of the versions with a plain 404, too.
  rig.api.servesPages = pages;
  rig.api.endWatches(new Error("cut"));
  await rig.clock.advance(2400);
  expect([cached(rig), rig.told.slice(2)]).toEqual([["a@1", "b@2"], []]);
  expect(describeError(rig.informer.failing?.error)).toMatch("the server does not serve Foo of example.com/v1");
  rig.api.remove(Foo, { namespace: "ns", name: "a" }, { quiet: true });
  rig.api.put(Foo, foo("new"), { quiet: true });
  await rig.clock.advance(3200);
  expect([cached(rig), rig.informer.failing]).toEqual([stored(rig), undefined]);
  // A reconcile may have taken the 404 of its own write for a deletion: each object is reported, changed or not.
  expect(rig.told.slice(2)).toEqual(["delete a (stale)", "update b 1->1", "add new 1"]);
  // The cut, the first of the answers 404, and the line that the kind is served again.
  expect(rig.logged).toEqual(["Watch failed", "Watch failed", "Kind is served now"]);
  await rig.stop();
});

test("after a 404 that is no answer of an API server, as of a proxy, the watch goes on where it was", async () => {
  const rig = await start(twoFoos);
  rig.api.isApiServer = false;
  rig.api.faults.push(refusal(404, ""));
  rig.api.endWatches(new Error("cut"));
  await rig.clock.advance(800);
  expect([cached(rig), rig.told.slice(2), rig.failures()]).toEqual([stored(rig), [], 2]);
  rig.api.isApiServer = true;
  await rig.clock.advance(1600);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  expect([cached(rig), rig.told.slice(2)]).toEqual([stored(rig), ["update a 1->2"]]);
  expect(rig.api.asked).toEqual(["watch foos (initial)", "watch foos 2", "watch foos 2"]);
  await rig.stop();
});

test("an end while a request asks why a kind was not found is no failure of the watch", async () => {
  const rig = await start((api) => {
    api.faults.push(refusal(404, ""));
    api.servesPages = false;
    vi.spyOn(api.client, "request").mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("the call was ended")))),
    );
  });
  await rig.stop();
  expect([rig.logged, rig.failures()]).toEqual([[], 0]);
});

test("the reason why a kind cannot be read is kept, and reading is tried again", async () => {
  const rig = await start((api) => {
    twoFoos(api);
    api.faults.push(refusal(403, "Forbidden"));
  });
  expect(rig.informer.synced).toBe(false);
  expect(describeError(rig.informer.failing?.error)).toMatch("cannot do: Forbidden");
  await rig.clock.advance(800);
  expect([rig.informer.synced, rig.informer.failing]).toEqual([true, undefined]);
  await rig.stop();
});

test("a handler or an index that throws does not stop the others", async () => {
  const rig = await start(twoFoos);
  rig.informer.addHandler(() => {
    throw new Error("mine");
  });
  rig.informer.addIndex("broken", () => {
    throw new Error("mine");
  });
  rig.informer.addIndex("size", (object) => [String((object as Foo).spec?.size)]);
  rig.api.put(Foo, foo("a", 2));
  await settle();
  const names = (value: string): string[] =>
    [...(rig.informer.store.indexed("size", value) ?? [])].map(({ metadata }) => metadata.name ?? "");
  expect([names("1"), names("2"), [...(rig.informer.store.indexed("broken", "x") ?? [])]]).toEqual([["b"], ["a"], []]);
  await rig.stop();
});

test("managedFields are not kept", async () => {
  const rig = await start((api) =>
    api.put(Foo, { ...foo("a"), metadata: { namespace: "ns", name: "a", managedFields: [{ manager: "m" }] } }),
  );
  expect(rig.informer.store.get({ namespace: "ns", name: "a" })?.metadata.managedFields).toBeUndefined();
  await rig.stop();
});

test("random changes and faults always end with the server's state", async () => {
  const rig = await start(twoFoos);
  let seed = 7;
  const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
  for (let step = 0; step < 300; step++) {
    const name = `n${random(10)}`;
    const quiet = rig.api.watches === 0;
    const act = random(10);
    if (act < 6) rig.api.put(Foo, foo(name, random(100)), { quiet });
    else if (act < 8) rig.api.remove(Foo, { namespace: "ns", name }, { quiet });
    else if (act === 8) rig.api.endWatches(refusal(410, "Expired"));
    else rig.api.bookmark(Foo);
    if (random(3) === 0) await rig.clock.advance(random(1000));
    if (step % 20 !== 0) continue;
    // A later change of the same object would hide what was missed.
    await rig.clock.advance(60_000);
    expect(cached(rig)).toEqual(stored(rig));
  }
  await rig.clock.advance(60_000);
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});
