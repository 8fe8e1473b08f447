// How much the answers of workload clusters may take together, and how long each counts.
import { expect, test } from "vitest";
import { WorkloadMemory, type WorkloadMemoryOptions } from "./workload-memory.ts";

const mebi = 1024 * 1024;

/** Five passes have 4 MiB each, and 30 MiB in common. */
function memoryOf(options: Partial<WorkloadMemoryOptions> = {}): WorkloadMemory {
  return new WorkloadMemory({ heap: 100 * mebi, passes: 5, ...options });
}

test("a pass has its own memory, also when nothing is left in common", async () => {
  const memory = memoryOf();
  await memory.during(async () => {
    expect(memory.begin().add(34 * mebi)).toBe(true);
    await memory.during(async () => {
      const [one, other] = [memory.begin(), memory.begin()];
      expect([one.add(2 * mebi), other.add(2 * mebi), one.add(1), other.add(1)]).toEqual([true, true, false, false]);
    });
  });
});

test("calls outside of passes have the memory of one pass together", () => {
  const memory = memoryOf();
  expect([memory.begin().add(4 * mebi), memory.begin().add(30 * mebi), memory.begin().add(1)]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  { passes: 1, own: 16 },
  { passes: 10, own: 16 },
  { passes: 40, own: 4 },
])("of $passes passes, each has $own MiB of its own in a heap of 800", async ({ passes, own }) => {
  const memory = memoryOf({ heap: 800 * mebi, passes });
  await memory.during(async () => {
    memory.begin().add((own + 240) * mebi);
    await memory.during(async () => {
      const share = memory.begin();
      expect([share.add(own * mebi), share.add(1)]).toEqual([true, false]);
    });
  });
});

test("what was rejected is not counted", () => {
  const share = memoryOf().begin();
  expect([share.add(35 * mebi), share.add(34 * mebi), share.add(1)]).toEqual([false, true, false]);
});

test("an answer that failed, and one outside of a pass, is free when it ends", () => {
  const memory = memoryOf();
  for (const isKept of [false, true]) {
    const share = memory.begin();
    expect(share.add(34 * mebi)).toBe(true);
    share.end(isKept);
  }
  expect(memory.begin().add(34 * mebi)).toBe(true);
});

test.each([
  { name: "ends", fails: false },
  { name: "fails", fails: true },
])("an answer of a pass counts until the pass $name", async ({ fails }) => {
  const memory = memoryOf();
  const fits = async (): Promise<boolean> => memory.during(async () => memory.begin().add(34 * mebi));
  const pass = memory.during(async () => {
    const failed = memory.begin();
    failed.add(34 * mebi);
    failed.end(false);
    const share = memory.begin();
    share.add(34 * mebi);
    share.end(true);
    const fitsMeanwhile = await fits();
    if (fails) throw new Error("the pass failed");
    return fitsMeanwhile;
  });
  expect(await pass.catch((error: unknown) => error)).toEqual(fails ? new Error("the pass failed") : false);
  expect(await fits()).toBe(true);
});

test("an answer that ends after its pass is free then", async () => {
  const memory = memoryOf();
  const share = await memory.during(async () => memory.begin());
  share.add(34 * mebi);
  expect(memory.begin().add(5 * mebi)).toBe(false);
  share.end(true);
  expect(memory.begin().add(5 * mebi)).toBe(true);
});

test("what a pass has read counts together, until it ends", async () => {
  const memory = memoryOf();
  await memory.during(async () => {
    const read = (bytes: number): boolean => {
      const share = memory.begin();
      const fits = share.add(bytes);
      share.end(fits);
      return fits;
    };
    expect([read(4 * mebi), read(20 * mebi), read(10 * mebi), read(1)]).toEqual([true, true, true, false]);
  });
  expect(memory.begin().add(34 * mebi)).toBe(true);
});
