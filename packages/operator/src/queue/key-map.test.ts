// Values by namespace and name.
import { expect, test } from "vitest";
import { KeyMap } from "./key-map.ts";

test("keys are equal by namespace and name", () => {
  const map = new KeyMap<number>();
  map.set({ namespace: "ns", name: "a" }, 1);
  map.set({ namespace: "ns", name: "a" }, 2);
  map.set({ namespace: "", name: "a" }, 3);
  expect(map.size).toBe(2);
  expect(map.get({ namespace: "ns", name: "a" })).toBe(2);
  expect([map.has({ namespace: "", name: "a" }), map.has({ namespace: "other", name: "a" })]).toEqual([true, false]);
  expect([map.delete({ namespace: "ns", name: "a" }), map.delete({ namespace: "ns", name: "a" })]).toEqual([
    true,
    false,
  ]);
  map.clear();
  expect(map.size).toBe(0);
});
