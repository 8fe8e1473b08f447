// One piece of work at a time, and owners in turns.
import { expect, test } from "vitest";
import { OneByOne } from "./one-by-one.ts";

test("pieces do not overlap, and owners take turns", async () => {
  const queue = new OneByOne();
  const log: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise((resolve) => void setTimeout(resolve, 1));
    log.push(`${name} ends`);
    return name;
  };
  const names = ["a1", "a2", "a3", "b1", "c1", "b2"];
  const results = await Promise.all(names.map((name) => queue.run(name.slice(0, 1), work(name))));
  expect(results).toEqual(names);
  expect(log).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("work that fails ends its turn", async () => {
  const queue = new OneByOne();
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", async () => 1);
  const other = queue.run("b", async () => 2);
  await expect(failing).rejects.toThrow("no");
  expect([await next, await other]).toEqual([1, 2]);
});

test("a caller whose signal aborts does not wait, and its work is left out", async () => {
  const queue = new OneByOne();
  const gate = Promise.withResolvers<void>();
  const first = queue.run("a", () => gate.promise);
  const stop = new AbortController();
  let ran = false;
  const waiting = queue.until(stop.signal).run("b", async () => (ran = true));
  stop.abort(new Error("too late"));
  await expect(waiting).rejects.toThrow("too late");
  gate.resolve();
  await first;
  expect(await queue.until(new AbortController().signal).run("b", async () => 3)).toBe(3);
  expect(ran).toBe(false);
});
