// Waiting with a bound: the message when time runs out.
import { expect, it } from "vitest";
import { eventually, mustEqual, throughout } from "./eventually.ts";

it("goes on until the value is as wanted", async () => {
  let count = 0;
  const read = async (): Promise<number> => (count += 1);
  expect(await eventually({ what: "three", read, until: (value) => value === 3, every: 1 })).toBe(3);
});

it("gives up with the last value, or the last error", async () => {
  const options = { until: () => false, within: 0.01, every: 1 };
  await expect(eventually({ what: "the end", read: async () => ({ phase: "Pending" }), ...options })).rejects.toThrow(
    'waited 0.01 s for the end; last seen: {"phase":"Pending"}',
  );
  await expect(
    eventually({ what: "the end", read: () => Promise.reject(new Error("gone")), ...options }),
  ).rejects.toThrow("waited 0.01 s for the end; last seen: gone");
});

it("notices what must not happen", async () => {
  let count = 0;
  const read = async (): Promise<number> => (count += 1);
  await expect(
    throughout({ what: "stillness", read, until: (value) => value < 3, within: 1, every: 1 }),
  ).rejects.toThrow("stillness did not hold: 3");
});

it("compares values as JSON", () => {
  expect(() => mustEqual("pids", [1], [2])).toThrow("pids: got [1], wanted [2]");
});
