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

it.each([
  { back: { o: { x: "", a: "d" } }, help: "spec.o was not there, and a value beside spec.o.a makes it" },
  { back: { o: { a: "d" } }, help: "choose a form of `as` for spec.o.a" },
])("a value that was absent in an object that was not there: $back", ({ back, help }) => {
  const made = { ...trip, start: spoke({ y: "" }), back: spoke(back) };
  const found = [{ path: ["spec", "o", "a"], was: undefined, is: "d" }];
  expect(() => expectSame(made, found, "back")).toThrow(`  help: ${help}`);
});

it("a value that was absent in an object that was there has no such help", () => {
  const there = { ...trip, start: spoke({ o: { x: "" } }), back: spoke({ o: { x: "", a: "d" } }) };
  const found = [{ path: ["spec", "o", "a"], was: undefined, is: "d" }];
  expect(() => expectSame(there, found, "back")).toThrow("  help: choose a form of `as` for spec.o.a");
});
