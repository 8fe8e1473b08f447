// The length of JSON that is not written.
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLength } from "./json-length.ts";

test("property: it is that of the JSON, where nothing is escaped", () => {
  const name = fc.stringMatching(/^[a-z]{0,4}$/);
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      name,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie("list"),
      tie("map"),
    ),
    list: fc.array(tie("value"), { maxLength: 4 }),
    map: fc.dictionary(name, fc.oneof(tie("value"), fc.constant(undefined)), { maxKeys: 4 }),
  }));
  fc.assert(
    fc.property(values, (value) => {
      const { length } = JSON.stringify(value);
      expect(jsonLength(value, 1e6)).toBe(length);
      expect(jsonLength(value, length)).toBe(length);
      expect(jsonLength(value, length - 1)).toBe(length);
    }),
  );
});

test("it is never more than that of the JSON", () => {
  for (const value of ['"', "\u0000", { '"': "\n" }])
    expect(jsonLength(value, 100)).toBeLessThan(JSON.stringify(value).length);
});

test("what is in many places is read no further than the limit", () => {
  const twice = (value: unknown, times: number): unknown => (times === 0 ? value : twice([value, value], times - 1));
  expect(jsonLength(twice("a", 200), 1000)).toBe(1001);
});
