// Examples go where an object has a place for them, and nowhere else.
import { expect, it } from "vitest";
import type { Examples } from "./checked-conversion.ts";
import { choicesOf, withExample, withExamples } from "./examples.ts";

const disks = { spec: { disks: [{ size: 1 }, { size: 2 }, {}] } };

it.each<[string, object, Record<string, unknown>, number, object]>([
  ["a field", { spec: { mode: "x" } }, { "spec.mode": "legacy" }, 0, { spec: { mode: "legacy" } }],
  ["a field that was absent", { spec: {} }, { "spec.mode": "legacy" }, 0, { spec: { mode: "legacy" } }],
  ["no object around the field", { kind: "Foo" }, { "spec.mode": "legacy" }, 0, { kind: "Foo" }],
  ["several fields", { spec: {} }, { "spec.host": "a", "spec.port": 1 }, 0, { spec: { host: "a", port: 1 } }],
  ["one without its object", { spec: {} }, { "spec.a": 1, "spec.b.c": 1 }, 0, { spec: { a: 1 } }],
  ["an element", disks, { "spec.disks[].size": 9 }, 2, { spec: { disks: [{ size: 1 }, { size: 2 }, { size: 9 }] } }],
  ["as many", disks, { "spec.disks[].size": 9 }, 4, { spec: { disks: [{ size: 1 }, { size: 9 }, {}] } }],
  ["a whole element", { tags: ["a", "b"] }, { "tags[]": "c" }, 1, { tags: ["a", "c"] }],
  ["an empty list", { tags: [] }, { "tags[]": "c" }, 1, { tags: [] }],
  ["a value of a map", { of: { a: {}, b: {} } }, { "of[*].x": 1 }, 1, { of: { a: {}, b: { x: 1 } } }],
  ["a name as of a prototype", { of: {} }, { "of.__proto__": 1 }, 0, { of: Object.fromEntries([["__proto__", 1]]) }],
  ["an example without fields", { spec: {} }, {}, 0, { spec: {} }],
])("%s", (_, object, example, element, want) => {
  const before = structuredClone(object);
  expect(withExample(object, example, element)).toEqual(want);
  expect(object).toEqual(before);
});

it("half of the choices put nothing into an object, the lowest ones, and the others each example into each place", () => {
  const rules: readonly Examples[] = [[{ "tags[]": "x" }, { "tags[]": "y" }]];
  const results = Array.from({ length: choicesOf(rules[0] ?? []) }, (_, choice) =>
    withExamples({ tags: ["a", "b", "c"] }, rules, [choice]),
  );
  expect(results.map((one) => Object.values(one).join())).toEqual(
    Array.from({ length: 6 }, () => "a,b,c").concat("x,b,c", "y,b,c", "a,x,c", "a,y,c", "a,b,x", "a,b,y"),
  );
});

it("each rule has a choice of its own", () => {
  const rules: readonly Examples[] = [[{ "spec.a": 1 }], [{ "spec.b": 1 }], []];
  expect(withExamples({ spec: {} }, rules, [0, 3, 0])).toEqual({ spec: { b: 1 } });
  expect(withExamples({ spec: {} }, rules, [])).toEqual({ spec: {} });
});
