// Numbers of values: the same for those with the same JSON, and little is kept for nested ones.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ShapeIds } from "./shape-ids.ts";

test("two values have the same number when they have the same JSON", () => {
  const leaf = fc.oneof(
    fc.constantFrom("", "a", ",", '"', "1", "null"),
    fc.integer({ min: 0, max: 2 }),
    fc.constant(null),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", ":", '"'), fc.option(tie("value"), { nil: undefined }), { maxKeys: 2 }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (one, other) => {
      const ids = new ShapeIds();
      expect(ids.idOf(one) === ids.idOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(ids.idOf(structuredClone(one))).toBe(ids.idOf(one));
    }),
  );
});

test("undefined is null, as in the JSON of a list", () => {
  const ids = new ShapeIds();
  expect(ids.idOf(undefined)).toBe(ids.idOf(null));
});
