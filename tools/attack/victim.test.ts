// What is measured of a process under attack.
import { expect, test } from "vitest";
import { startVictim, type Victim } from "./victim.ts";

const start = (): Promise<Victim<{ given: string }>> =>
  startVictim(new URL("./frail-victim.ts", import.meta.url), "argument");

test("stalls and memory are those of the process", async () => {
  await using victim = await start();
  expect(victim.info).toEqual({ given: "argument" });
  const calm = await victim.measure();
  expect(calm.longestStallMs).toBeLessThan(100);
  expect(calm.growthMiB).toBeLessThan(100);
  await victim.call("hold");
  await victim.call("take");
  const after = await victim.measure();
  expect(after.longestStallMs).toBeGreaterThan(200);
  expect(after.growthMiB).toBeGreaterThan(190);
});

test.each([
  { how: "end", want: "the process ended with 3" },
  { how: "throw", want: "SyntaxError" },
])("a process that ends ($how) fails the next call", async ({ how, want }) => {
  await using victim = await start();
  await victim.call(how).catch(() => undefined);
  await expect.poll(async () => victim.call("alive").then(String, (error: unknown) => String(error))).toContain(want);
  expect(victim.exit).toBeDefined();
});
