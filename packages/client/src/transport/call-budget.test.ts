// How much time slow calls may take.
import { expect, test } from "vitest";
import { CallBudget } from "./call-budget.ts";

function make(share = 0.1): { budget: CallBudget; pass: (ms: number) => number; call: (ms: number) => Promise<void> } {
  let now = 0;
  const budget = new CallBudget(share, () => now);
  const pass = (ms: number): number => (now += ms);
  return { budget, pass, call: (ms) => budget.spend(async () => void pass(ms)) };
}

test("quick calls are free", async () => {
  const { budget, call } = make();
  for (let i = 0; i < 10_000; i++) await call(100);
  expect(budget.isSpent()).toBe(false);
});

test("slow calls may take 30 s at once, and then a tenth of the time", async () => {
  const { budget, pass, call } = make();
  await call(20_100);
  expect(budget.isSpent()).toBe(false);
  await call(20_100);
  expect(budget.isSpent()).toBe(true);
  // 40 s were used, 30 s were free at first, and 2 s came back during the second call.
  pass(79_000);
  expect(budget.isSpent()).toBe(true);
  pass(2000);
  expect(budget.isSpent()).toBe(false);
});

test("over an hour, calls without a pause take a tenth of it", async () => {
  const { budget, pass, call } = make();
  let slow = 0;
  for (let now = 0; now < 3_600_000; now += 1000) {
    if (budget.isSpent()) pass(1000);
    else {
      await call(20_000);
      slow += 20_000;
      now += 19_000;
    }
  }
  expect(slow / 3_600_000).toBeGreaterThan(0.09);
  expect(slow / 3_600_000).toBeLessThan(0.12);
});

test("calls that have not ended count, also when they began together", async () => {
  const { budget, pass } = make();
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 4 }, () => budget.spend(() => new Promise<void>((resolve) => ends.push(resolve))));
  pass(7000);
  expect(budget.isSpent()).toBe(false);
  pass(1000);
  expect(budget.isSpent()).toBe(true);
  for (const end of ends) end();
  await Promise.all(calls);
  expect(budget.isSpent()).toBe(true);
});

test("it takes as long with a hundred thousand calls that have not ended", async () => {
  const { budget, pass } = make();
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: 100_000 }, () =>
    budget.spend(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  const from = process.cpuUsage();
  for (let asked = 0; asked < 10_000; asked += 1) {
    pass(0.01);
    budget.isSpent();
  }
  // With a walk over all calls, a minute.
  expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
  for (const end of ends) end();
  await Promise.all(calls);
});

test("the debt has a bound, and calls that fail count too", async () => {
  const { budget, pass } = make();
  const fail = budget.spend(async () => {
    pass(10_000_000);
    throw new Error("failed");
  });
  await expect(fail).rejects.toThrow("failed");
  pass(299_000);
  expect(budget.isSpent()).toBe(true);
  pass(2000);
  expect(budget.isSpent()).toBe(false);
});
