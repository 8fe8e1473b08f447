// From where watches and lists go on, what they wait for, and what is logged.
import { expect, test } from "vitest";
import { refusal } from "../../test/fake-api.ts";
import { settle } from "../../test/fake-clock.ts";
import { cached, Foo, foo, startInformer, stored, twoFoos } from "../../test/informer-rig.ts";

test("a watch goes on from the last bookmark or event, whichever came last (C4)", async () => {
  const rig = await startInformer(twoFoos);
  // Objects of other kinds raise the version of the server.
  rig.api.version = 7;
  rig.api.bookmark(Foo);
  await rig.clock.advance(5000);
  rig.api.endWatches();
  await rig.clock.advance(5000);
  rig.api.put(Foo, foo("a", 2));
  await rig.clock.advance(5000);
  rig.api.endWatches();
  await rig.clock.advance(5000);
  expect(rig.api.asked).toEqual(["watch foos (initial)", "watch foos 7", "watch foos 8"]);
  await rig.stop();
});

test("events that a server sends again are applied once, in their order (C4)", async () => {
  const rig = await startInformer(twoFoos);
  const events = [2, 3, 4].map((size) => ({ type: "MODIFIED", object: rig.api.put(Foo, foo("a", size)) }) as const);
  await settle();
  // A server may repeat what happened after the version of the request.
  rig.api.tell(Foo, ...events, ...events.toReversed());
  await settle();
  expect(rig.told.slice(2)).toEqual(["update a 1->2", "update a 2->3", "update a 3->4"]);
  await rig.stop();
});

test.each(["Expired", "Gone"])("the list after 410 is not older than what is known (C6): %s", async (reason) => {
  const rig = await startInformer(twoFoos);
  rig.api.endWatches(refusal(410, reason));
  await settle();
  expect(rig.api.watchOptions.slice(1)).toMatchObject([{ sendInitialEvents: true, resourceVersion: "2" }]);
  await rig.stop();
});

test.each([
  { name: "is too old as well", fault: refusal(410, "Expired") },
  {
    name: "is of a version that the server has not reached",
    fault: refusal(504, "Timeout", { causes: [{ reason: "ResourceVersionTooLarge" }] }),
  },
])("a list that $name may have any version (C6)", async ({ fault }) => {
  const rig = await startInformer(twoFoos);
  rig.api.faults.push(fault);
  rig.api.endWatches(refusal(410, "Expired"));
  await rig.clock.advance(800);
  expect(rig.api.watchOptions.map(({ resourceVersion = "any" }) => resourceVersion)).toEqual(["any", "2", "any"]);
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});

test("a server whose watches all end with 410 is listed with waits, and at once after a watch that lasted (C10)", async () => {
  const rig = await startInformer(twoFoos);
  for (let tenth = 0; tenth < 600; tenth++) {
    rig.api.endWatches(refusal(410, "Expired"));
    await rig.clock.advance(100);
  }
  // The first list, one at once, and those after 0.8, 1.6, 3.2, 6.4, 12.8 and 25.6 seconds.
  expect(rig.api.asked.length).toBe(8);
  await rig.clock.advance(40_000);
  expect(rig.api.asked.length).toBe(9);
  rig.api.endWatches(refusal(410, "Expired"));
  await settle();
  expect(rig.api.asked.length).toBe(10);
  await rig.stop();
});

test("a wait is a random part of its bound, and not shorter than the server asks for (C10)", async () => {
  const rig = await startInformer(twoFoos);
  rig.clock.chance = 0.75;
  rig.api.endWatches(new Error("cut"));
  await rig.clock.advance(199);
  expect(rig.api.asked.length).toBe(1);
  await rig.clock.advance(1);
  expect(rig.api.asked.length).toBe(2);
  rig.api.endWatches(refusal(429, "TooManyRequests", { retryAfterMs: 60_000 }));
  await rig.clock.advance(59_999);
  expect(rig.api.asked.length).toBe(2);
  await rig.clock.advance(1);
  expect(rig.api.asked.length).toBe(3);
  await rig.stop();
});

test("a connection that fails is logged and counted (C12)", async () => {
  const rig = await startInformer(twoFoos);
  rig.api.endWatches(new Error("a line is not an event"));
  await rig.clock.advance(800);
  expect([rig.logged, rig.failures()]).toEqual([["Watch failed"], 1]);
  await rig.stop();
});

test("a bookmark without annotations does not end the first list (F15)", async () => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    const bookmark = api.bookmark.bind(api);
    api.bookmark = (resource) => bookmark(resource);
  });
  expect([rig.informer.synced, rig.told]).toEqual([false, []]);
  Reflect.deleteProperty(rig.api, "bookmark");
  rig.api.bookmark(Foo, true);
  await settle();
  expect(rig.told).toEqual(["add a 1 (initial)", "add b 1 (initial)"]);
  await rig.stop();
});

test("what changes or is deleted before the first list is complete is stored as it is then (C3)", async () => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    api.bookmark = () => undefined;
  });
  rig.api.put(Foo, foo("a", 2));
  rig.api.remove(Foo, { namespace: "ns", name: "b" });
  rig.api.put(Foo, foo("c"));
  rig.api.remove(Foo, { namespace: "ns", name: "c" });
  rig.api.put(Foo, foo("c", 3));
  await settle();
  Reflect.deleteProperty(rig.api, "bookmark");
  rig.api.bookmark(Foo, true);
  await settle();
  expect([rig.told, cached(rig)]).toEqual([["add a 2 (initial)", "add c 3 (initial)"], stored(rig)]);
  await rig.stop();
});

const unsent = refusal(500, "InternalError");

test("after three watches that failed at one version, as at a change that the server cannot convert, a list goes past it (C2)", async () => {
  const rig = await startInformer(twoFoos);
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  rig.api.faults.push(unsent, unsent, unsent);
  rig.api.endWatches(new Error("cut"));
  await rig.clock.advance(800 + 1600 + 3200 + 6400);
  const from = ["any", "2", "2", "2", "2"];
  expect(rig.api.watchOptions.map(({ resourceVersion = "any" }) => resourceVersion)).toEqual(from);
  expect(rig.api.asked.at(-1)).toBe("watch foos (initial)");
  expect([cached(rig), rig.informer.failing]).toEqual([stored(rig), undefined]);
  await rig.stop();
});

test("lists of a kind whose watches fail do not make it healthy, a watch of ten seconds does, and then watches go on again (C2)", async () => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    api.watchList = false;
  });
  rig.api.faults.push(unsent, unsent, undefined, unsent, unsent, unsent);
  rig.api.endWatches(unsent);
  await rig.clock.advance(800 + 1600 + 3200);
  expect(rig.api.asked.slice(3)).toEqual(["watch foos 2", "watch foos 2", "list foos 2", "watch foos 2"]);
  expect(rig.informer.failing?.since).toBe(0);
  await rig.clock.advance(6400 + 12_800 + 25_600);
  expect(rig.api.asked.slice(7)).toEqual(["watch foos 2", "watch foos 2", "list foos 2", "watch foos 2"]);
  expect(rig.informer.failing?.since).toBe(0);
  await rig.clock.advance(10_000);
  expect(rig.informer.failing).toBeUndefined();
  rig.api.endWatches(unsent);
  await rig.clock.advance(30_000);
  expect(rig.api.asked.slice(11)).toEqual(["watch foos 2"]);
  await rig.stop();
});

test("nor does a server hide a change that ends each watch at once, without an error", async () => {
  const rig = await startInformer(twoFoos);
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  for (let end = 0; end < 40; end += 1) {
    rig.api.endWatches("end");
    await rig.clock.advance(500);
  }
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});
