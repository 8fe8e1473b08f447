// Authors can define every kind that has a record.
import { type KindContracts, kindContracts } from "@capstan/contract/rules";
import { expect, test } from "vitest";
import * as api from "./index.ts";

/** A record whose function is not exported does not compile here. */
const definers: Readonly<Record<KindContracts[keyof KindContracts]["definer"], unknown>> = api;

test.each(Object.entries(kindContracts).map(([kind, { definer }]) => ({ kind, definer })))(
  "$definer defines a $kind",
  ({ definer }) => {
    expect(definer).toMatch(/^define[A-Z]\w+$/);
    expect(Object.entries(definers)).toContainEqual([definer, expect.any(Function)]);
  },
);

test("no two kinds have one function", () => {
  const names = Object.values(kindContracts).map(({ definer }) => definer);
  expect(new Set(names).size).toBe(names.length);
});
