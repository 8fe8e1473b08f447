// Candidates of a generator, which can be read once only, in searches that begin again.
import { expect, test } from "vitest";
import { conflict, FakeClient } from "../../test/fake-client.ts";
import { FooIPPool } from "../../test/foo-kinds.ts";
import { PoolBook } from "./pool-book.ts";
import { ReadOnce } from "./read-once.ts";

const key = { namespace: "ns", name: "p" };

function start(): { fake: FakeClient; book: PoolBook } {
  const fake = new FakeClient();
  fake.put<FooIPPool>({ apiVersion: "ipam.foo.io/v1", kind: "FooIPPool", metadata: key });
  return { fake, book: new PoolBook(fake.whole, { resource: FooIPPool, key }) };
}

/** Fails the next writes with a conflict. */
function failWrites(fake: FakeClient, count: number): void {
  let left = count;
  fake.beforeWrite = () => {
    if (left-- > 0) throw conflict();
  };
}

/** Addresses without end, and what was done with them. */
function endless(): { candidates: Iterable<string>; read: string[]; ended: () => number } {
  const read: string[] = [];
  let ended = 0;
  const candidates = (function* () {
    try {
      for (let part = 1; ; part += 1) {
        read.push(`10.0.0.${part}`);
        yield `10.0.0.${part}`;
      }
    } finally {
      ended += 1;
    }
  })();
  return { candidates, read, ended: () => ended };
}

test("after conflicts a generator gives the same address as a list, is not read further, and is closed once", async () => {
  const { fake, book } = start();
  await book.reserve("other", ["10.0.0.1"]);
  failWrites(fake, 3);
  const { candidates, read, ended } = endless();
  expect(await book.reserve("a", candidates)).toBe("10.0.0.2");
  expect([read, ended()]).toEqual([["10.0.0.1", "10.0.0.2"], 1]);
});

test("a claim that waits for a removal gets what it frees from a generator that had ended", async () => {
  const { book } = start();
  await book.reserve("old", ["10.0.0.1"]);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const release = book.release("old", () => promise);
  const found = book.reserve("new", ["10.0.0.1"].values());
  setTimeout(() => resolve(true), 20);
  await release;
  expect(await found).toBe("10.0.0.1");
});

test("a generator that throws fails its claim, also when the batch begins again", async () => {
  const { fake, book } = start();
  fake.beforeWrite = (count) => {
    if (count === 2) throw conflict();
  };
  const broken = (function* () {
    yield "10.0.0.1";
    throw new Error("no candidates today");
  })();
  // The first has a batch of its own.
  const claims = [book.reserve("first", ["10.0.0.1"]), book.reserve("a", ["10.0.0.2"]), book.reserve("b", broken)];
  expect(await Promise.allSettled(claims)).toMatchObject([
    { status: "fulfilled", value: "10.0.0.1" },
    { status: "fulfilled", value: "10.0.0.2" },
    { status: "rejected", reason: { message: "no candidates today" } },
  ]);
});

test("each reader gets all values; nothing is read before the first one, and no iterator needs a `return`", () => {
  let begun = 0;
  const values = {
    *[Symbol.iterator]() {
      begun += 1;
      yield* ["a", "b", "c"];
    },
  };
  const kept = new ReadOnce(values);
  kept.end();
  expect(begun).toBe(0);
  expect(kept[Symbol.iterator]().next().value).toBe("a");
  expect([[...kept], [...kept], begun]).toEqual([["a", "b", "c"], ["a", "b", "c"], 1]);
  const without = new ReadOnce({ [Symbol.iterator]: () => ({ next: () => ({ done: true, value: undefined }) }) });
  expect([...without]).toEqual([]);
  expect(() => without.end()).not.toThrow();
});
