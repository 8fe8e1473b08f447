// Answers that are not read make room for each other, however large they are.
import { expect, test } from "vitest";
import { afterTurn, ByteBudget } from "./byte-budget.ts";
import { defaultLimits } from "./limits.ts";

const turned = (): Promise<void> => new Promise((resolve) => afterTurn(() => setTimeout(resolve, 2)));

test.each([10, 30, 31, 100])("answers of %i of 32 bytes: all but the last ones lose their place", async (bytes) => {
  const budget = new ByteBudget({ ...defaultLimits, bodyBytes: 1, inFlightBytes: 32 });
  let held = 0;
  for (let i = 0; i < 10; i += 1) {
    held += bytes;
    budget.answer(bytes, () => (held -= bytes));
    await turned();
    expect(held).toBeLessThanOrEqual(Math.max(32, bytes));
  }
});

test.each([
  { bodyBytes: 64, inFlightBytes: 32 },
  { bodyBytes: 64, inFlightBytes: 64 },
])("a body as large as the budget leaves a part of it to small ones: %j", (limits) => {
  const budget = new ByteBudget({ ...defaultLimits, ...limits });
  const large = budget.begin(() => undefined);
  expect(budget.take(large, 64)).toBeUndefined();
  expect(
    budget.take(
      budget.begin(() => undefined),
      2,
    ),
  ).toBeUndefined();
});
