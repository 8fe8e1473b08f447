// How much the lists of workload clusters may take together, and how long each counts.
import { expect, test } from "vitest";
import { WorkloadMemory } from "./workload-memory.ts";

const mebi = 1024 * 1024;

test("a list has 16 MiB of its own, also when nothing is left", () => {
  const memory = new WorkloadMemory(mebi);
  expect(memory.begin().add(17 * mebi)).toBe(true);
  const other = memory.begin();
  expect([other.add(10 * mebi), other.add(6 * mebi), other.add(1)]).toEqual([true, true, false]);
});

test("what was rejected is not counted", () => {
  const memory = new WorkloadMemory(mebi);
  const share = memory.begin();
  expect([share.add(18 * mebi), share.add(17 * mebi), share.add(1)]).toEqual([false, true, false]);
});

test("a list that failed, and one outside of a pass, is free when it ends", () => {
  const memory = new WorkloadMemory(mebi);
  for (const isKept of [false, true]) {
    const share = memory.begin();
    expect(share.add(17 * mebi)).toBe(true);
    share.end(isKept);
  }
  expect(memory.begin().add(17 * mebi)).toBe(true);
});

test.each([
  { name: "ends", fails: false },
  { name: "fails", fails: true },
])("a list of a pass counts until the pass $name", async ({ fails }) => {
  const memory = new WorkloadMemory(mebi);
  const pass = memory.during(async () => {
    const failed = memory.begin();
    failed.add(17 * mebi);
    failed.end(false);
    const share = memory.begin();
    share.add(17 * mebi);
    share.end(true);
    await Promise.resolve();
    const fitsMeanwhile = memory.begin().add(17 * mebi);
    if (fails) throw new Error("the pass failed");
    return fitsMeanwhile;
  });
  const outcome = await pass.catch((error: unknown) => error);
  expect(outcome).toEqual(fails ? new Error("the pass failed") : false);
  expect(memory.begin().add(17 * mebi)).toBe(true);
});

test("a list that ends after its pass is free then", async () => {
  const memory = new WorkloadMemory(mebi);
  const share = await memory.during(async () => memory.begin());
  share.add(17 * mebi);
  expect(memory.begin().add(17 * mebi)).toBe(false);
  share.end(true);
  expect(memory.begin().add(17 * mebi)).toBe(true);
});

test("two passes share what there is", async () => {
  const memory = new WorkloadMemory(2 * mebi);
  const list = (bytes: number): boolean => {
    const share = memory.begin();
    const fits = share.add(bytes);
    share.end(fits);
    return fits;
  };
  await memory.during(async () => {
    expect(list(17 * mebi)).toBe(true);
    await memory.during(async () => expect([list(17 * mebi), list(17 * mebi)]).toEqual([true, false]));
    expect([list(17 * mebi), list(17 * mebi)]).toEqual([true, false]);
  });
});
