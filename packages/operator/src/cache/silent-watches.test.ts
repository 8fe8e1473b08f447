// Watches that end again and again and bring nothing, while lists answer: no change stays hidden, and watches that only wait cause no list.
import { expect, test } from "vitest";
import { cached, foo, Foo, type InformerRig, startInformer, stored, twoFoos } from "../../test/informer-rig.ts";
import { refusal } from "../../test/fake-api.ts";

const start = (): Promise<InformerRig> =>
  startInformer((api) => {
    twoFoos(api);
    api.watchList = false;
  });

const lists = ({ api }: InformerRig): number => api.asked.filter((one) => one.startsWith("list")).length;

test("a change that a proxy holds back is found by a list after three watches that were silent for 70 s each", async () => {
  const rig = await start();
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  for (let ends = 0; ends < 3; ends += 1) {
    await rig.clock.advance(70_000);
    rig.api.endWatches(new Error("nothing came for 70 s"));
  }
  await rig.clock.advance(30_000);
  expect([cached(rig), lists(rig)]).toEqual([stored(rig), 2]);
  expect(rig.logged).toContain("Watches ended without an event or bookmark: the kind is listed");
  await rig.stop();
});

test.each([1500, 5000, 9500])(
  "a change at which each watch ends without an error after %i ms is found, and the kind is not healthy meanwhile",
  async (ms) => {
    const rig = await start();
    rig.api.put(Foo, foo("a", 2), { quiet: true });
    for (let ends = 0; ends < 30; ends += 1) {
      await rig.clock.advance(ms);
      rig.api.endWatches("end");
      await rig.clock.advance(0);
    }
    expect([cached(rig), rig.informer.failing?.since]).toEqual([stored(rig), ms]);
    expect(rig.failures()).toBeGreaterThan(2);
    await rig.stop();
  },
);

test("watches of five minutes that end without an error and a bookmark count, and the next three count from the list", async () => {
  const rig = await start();
  for (let ends = 0; ends < 7; ends += 1) {
    await rig.clock.advance(300_000);
    rig.api.endWatches("end");
    await rig.clock.advance(0);
  }
  expect([lists(rig), rig.failures(), rig.informer.failing]).toEqual([3, 0, undefined]);
  await rig.stop();
});

test("a slow answer to the comparison of versions does not make a watch that ends at once a good one", async () => {
  const rig = await start();
  const list = rig.api.client.list.bind(rig.api.client);
  Object.assign(rig.api.client, {
    list: async (...given: Parameters<typeof list>) => {
      await new Promise<void>((resolve) => void rig.clock.after(1000, resolve));
      return list(...given);
    },
  });
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  for (let ends = 0; ends < 100; ends += 1) {
    rig.api.endWatches("end");
    await rig.clock.advance(1000);
  }
  expect(cached(rig)).toEqual(stored(rig));
  await rig.stop();
});

test("watches of a kind that nobody changes, with a bookmark a minute, cause no list", async () => {
  const rig = await start();
  for (let minutes = 1; minutes <= 60; minutes += 1) {
    await rig.clock.advance(60_000);
    rig.api.bookmark(Foo);
    await rig.clock.advance(20_000);
    rig.api.endWatches("end");
    await rig.clock.advance(0);
  }
  expect([lists(rig), rig.failures()]).toEqual([1, 0]);
  await rig.stop();
});

/** A proxy that lets watches through and holds back what they send of Foos. */
function holdBack({ api }: InformerRig): void {
  const watchOnce = api.client.watchOnce.bind(api.client);
  Object.assign(api.client, {
    async *watchOnce(...given: Parameters<typeof watchOnce>) {
      for await (const events of watchOnce(...given)) {
        const sent = events.filter(({ object }) => object.kind !== "Foo");
        if (sent.length > 0) yield sent;
      }
    },
  });
}

test.each([
  { how: "end" as const, ms: 5000 },
  { how: new Error("cut"), ms: 5000 },
  { how: new Error("cut"), ms: 30_000 },
])(
  "a change is found by a plain list where lists are sent as watches and held back too: $how, $ms ms",
  async ({ how, ms }) => {
    const rig = await startInformer(twoFoos);
    holdBack(rig);
    rig.api.endWatches(how);
    await rig.clock.advance(0);
    rig.api.put(Foo, foo("a", 2), { quiet: true });
    for (let ends = 0; ends < 20; ends += 1) {
      await rig.clock.advance(ms);
      rig.api.endWatches(how);
      await rig.clock.advance(0);
    }
    expect([cached(rig), lists(rig) > 0]).toEqual([stored(rig), true]);
    await rig.stop();
  },
);

test("a kind whose list sent as a watch fails four times at the start is listed", async () => {
  const rig = await startInformer((api) => {
    twoFoos(api);
    for (let i = 0; i < 4; i += 1) api.faults.push(refusal(500, "InternalError"));
  });
  await rig.clock.advance(800 + 1600 + 3200 + 6400);
  expect([cached(rig), rig.api.asked.slice(-2)]).toEqual([stored(rig), ["list foos 0", "watch foos 2"]]);
  await rig.stop();
});

test.each([
  { when: "at the start", synced: false },
  { when: "after a 410", synced: true },
])("a kind whose plain lists fail is listed as a watch after an outage $when", async ({ synced }) => {
  const outage = Array.from({ length: 4 }, () => new Error("connect ECONNREFUSED"));
  const rig = await startInformer((api) => {
    twoFoos(api);
    Object.assign(api.client, { listAll: () => Promise.reject(refusal(504, "Timeout")) });
    if (!synced) api.faults.push(...outage);
  });
  if (synced) rig.api.faults.push(...outage);
  rig.api.put(Foo, foo("a", 2), { quiet: true });
  rig.api.endWatches(refusal(410, "Expired"));
  await rig.clock.advance(600_000);
  expect([cached(rig), rig.informer.synced]).toEqual([stored(rig), true]);
  await rig.stop();
});
