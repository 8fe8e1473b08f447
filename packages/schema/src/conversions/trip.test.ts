// What the help of a difference says to change.
import { expect, it } from "vitest";
import { spoke } from "../../test/written-conversions.ts";
import { expectSame } from "./trip.ts";

const trip = { start: spoke({}), there: spoke({}), back: spoke({}) };

it.each([
  [["spec", "disks", 0, "size"], "choose a form of `as` for spec.disks[].size that keeps this value"],
  [["spec"], "no rule is for all of spec: it goes or comes with the fields that rules move out of it or into it"],
  [["metadata", "annotations", "a"], "no rule changes metadata"],
])("%j", (path, help) => {
  expect(() => expectSame(trip, [{ path, was: {}, is: undefined }], "back")).toThrow(`  help: ${help}`);
});
