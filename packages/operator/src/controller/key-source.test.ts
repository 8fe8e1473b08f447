// Sources of keys that are no objects: what they queue, how they fail and how they stop.
import type { ObjectKey } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import { expect, test } from "vitest";
import { foo, type Rig, start } from "../../test/controller-rig.ts";
import { longestTurn } from "../../test/event-loop.ts";
import { settle } from "../../test/fake-clock.ts";
import type { KeySource, SourceContext } from "./controller-options.ts";
import { channel } from "./key-channel.ts";

const key = (name: string): ObjectKey => ({ namespace: "ns", name });
const names = ({ runs }: Rig): string[] => runs.map((run) => run.split(" ")[1] ?? "");
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

async function withSource(open: (context: SourceContext, time: number) => AsyncIterable<unknown>): Promise<Rig> {
  let time = 0;
  // Whatever an author without a compiler gives.
  const source = { name: "cloud", open: (context) => open(context, ++time) } as KeySource;
  return start([], async () => undefined, { sources: [source], concurrency: 1 });
}

test("a source queues single keys and lists, merged, until the stop, which ends it", async () => {
  let over = "";
  const rig = await withSource(async function* ({ signal }) {
    try {
      yield key("a");
      yield [key("b"), key("a"), key("c")];
      await untilAborted(signal);
    } finally {
      over = "closed";
    }
  });
  await settle();
  expect(new Set(names(rig))).toEqual(new Set(["a", "b", "c"]));
  expect(over).toBe("");
  await rig.stop();
  expect([over, rig.logged, rig.clock.timers]).toEqual(["closed", [], 0]);
});

const ends: readonly { name: string; open: (context: SourceContext) => AsyncIterable<unknown>; logged: string }[] = [
  {
    name: "throws when it is opened",
    open: () => {
      throw new Error("boom");
    },
    logged: "boom",
  },
  { name: "gives nothing to iterate", open: () => undefined as never, logged: "Cannot read properties of undefined" },
  {
    name: "throws later",
    async *open() {
      await Promise.resolve();
      yield* [];
      throw new Error("reset by peer");
    },
    logged: "reset by peer",
  },
  {
    name: "ends",
    async *open() {
      yield* [];
    },
    logged: 'the source "cloud" of the controller "foo" has ended',
  },
];

for (const { name, open, logged } of ends) {
  test(`a source that ${name} is logged, counted and opened again, later each time`, async () => {
    const rig = await withSource((context, time) => (time <= 3 ? open(context) : endless(context)));
    async function* endless({ signal }: SourceContext): AsyncGenerator<ObjectKey> {
      yield key("d");
      await untilAborted(signal);
    }
    await rig.clock.advance(60_000);
    expect(rig.logged.map(({ message, fields }) => [message, fields["retryMs"]])).toEqual(
      [800, 1600, 3200].map((ms) => ["Source failed, opening it again", ms]),
    );
    expect(String(rig.logged[0]?.fields["error"])).toContain(logged);
    expect(rig.counted.filter((one) => one === "source cloud")).toHaveLength(3);
    expect(rig.runs).toEqual(["5600 d"]);
    await rig.stop();
  });
}

test("what is not a key is logged and counted, and the keys beside it are queued", async () => {
  const rig = await withSource(async function* ({ signal }) {
    yield [key("a"), undefined, { name: "x" }, key("b")];
    await untilAborted(signal);
  });
  await settle();
  expect(names(rig)).toEqual(["a", "b"]);
  expect(rig.logged.map(({ message }) => message)).toEqual(["Source gave something other than keys"]);
  expect(rig.counted.filter((one) => one === "source cloud")).toHaveLength(1);
  await rig.stop();
});

test("a source that ignores the signal holds up the stop no longer than the shutdown timeout", async () => {
  const rig = await withSource(async function* () {
    await new Promise(() => undefined);
    yield key("a");
  });
  let over = false;
  const stopped = rig.stop().then(() => (over = true));
  await rig.clock.advance(29_000);
  expect(over).toBe(false);
  await rig.clock.advance(1000);
  await stopped;
  expect(rig.logged.map(({ message }) => message)).toEqual(["Source did not end in time"]);
});

test("a source that always has its next keys, and large lists, leave turns of the event loop to others", async () => {
  let given = 0;
  const rig = await withSource(async function* ({ signal }) {
    yield Array.from({ length: 100_000 }, (_, i) => key(`k${i}`));
    while (!signal.aborted) {
      given += 1;
      yield key("a");
    }
  });
  const longest = await longestTurn(() => expect.poll(() => given, { timeout: 30_000 }).toBeGreaterThan(100));
  await rig.stop();
  expect(longest).toBeLessThan(200);
});

test("a channel queues what any code pushes, each key once, also before it is opened", async () => {
  const pushed = channel("calls", { limit: 3 });
  expect([pushed.push(key("a"), key("b"), key("a")), pushed.push(key("c"), key("d")), pushed.push(key("a"))]).toEqual([
    true,
    false,
    true,
  ]);
  const rig = await start([foo("x")], async () => undefined, { sources: [pushed] });
  expect(names(rig).toSorted()).toEqual(["a", "b", "c", "x"]);
  pushed.push(key("d"));
  await settle();
  expect(names(rig).at(-1)).toBe("d");
  await rig.stop();
  expect([rig.logged, rig.clock.timers]).toEqual([[], 0]);
});

test("of a key that is pushed only namespace and name wait in a channel", async () => {
  const keys = channel("x");
  keys.push(JSON.parse('{"namespace":"ns","name":"m","padding":"x"}'));
  const { signal } = new AbortController();
  const { value } = await keys.open({ signal, log: silentLogger })[Symbol.asyncIterator]().next();
  expect(value).toEqual([{ namespace: "ns", name: "m" }]);
});
