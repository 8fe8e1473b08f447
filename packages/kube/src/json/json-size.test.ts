// The count against a walk of what JSON.parse returns.
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonExcess } from "./json-size.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The values and the deepest nesting of a parsed text. */
function sizeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(sizeOf);
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

/** How many lists and objects are empty. */
function empties(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inner = Object.values(value);
  return (inner.length === 0 ? 1 : 0) + inner.reduce((sum: number, each) => sum + empties(each), 0);
}

test("the count is that of the parsed text, where an empty list or object counts twice", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, undefined, spaced ? 2 : 0);
      const { values, depth } = sizeOf(JSON.parse(text));
      const counted = values + empties(JSON.parse(text));
      expect(jsonExcess(bytes(text), { values: counted, depth })).toBeUndefined();
      expect(jsonExcess(bytes(text), { values: counted - 1, depth })).toBe("values");
      const shallow = { values: counted, depth: depth - 1 };
      expect(jsonExcess(bytes(text), shallow)).toBe(depth > 0 ? "depth" : undefined);
    }),
  );
});

test.each([
  { name: "brackets in strings", text: '["[[[[", "{{,,,", "\\"[[", "\\\\"]', values: 5, depth: 1 },
  { name: "a string without an end", text: '"[[[[[,,,,', values: 1, depth: 0 },
  { name: "nothing", text: "", values: 1, depth: 0 },
  { name: "brackets that close nothing", text: "]]]]{", values: 2, depth: 1 },
])("$name", ({ text, values, depth }) => {
  expect(jsonExcess(bytes(text), { values, depth })).toBeUndefined();
});

test("many escapes take no time", () => {
  const text = bytes(`"${"\\\\".repeat(500_000)}${'\\"'.repeat(500_000)}"`);
  const from = performance.now();
  expect(jsonExcess(text, { values: 1, depth: 0 })).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1000);
});
