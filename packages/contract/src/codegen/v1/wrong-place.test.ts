// Where a value does not have its shape.
import { expect, test } from "vitest";
import type { ValueShape } from "./shape.ts";
import { atWrongPlace } from "./wrong-place.ts";

const policy: ValueShape = { fields: { name: "string", priority: "int32" }, required: ["name"] };

test.each<[unknown, ValueShape, string]>([
  [4, "string", ""],
  [[{ name: "a", priority: "x" }], { list: policy }, " (at [0].priority)"],
  [[{ name: "a" }, { priority: 1 }], { list: policy }, " (at [1].name)"],
  [{ a: { list: ["x", 1] } }, { map: { fields: { list: { list: "string" } } } }, " (at a.list[1])"],
  [{ name: null }, { nullable: { of: policy, within: {} } }, " (at name)"],
  [{ name: "a" }, { list: policy }, ""],
  ["a", { map: policy }, ""],
])("%j as %j%s", (value, shape, place) => {
  expect(atWrongPlace(value, shape)).toBe(place);
});
