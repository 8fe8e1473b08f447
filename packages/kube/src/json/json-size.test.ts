// The count against a walk of what JSON.parse returns.
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBound, type JsonExcess, jsonExcess, type JsonLimits, JsonMeter } from "./json-size.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const all = Number.POSITIVE_INFINITY;
/** A name with an escape after digits counts as a number. */
function isNumeric(name: string): boolean {
  const written = JSON.stringify(name).slice(1, -1);
  return /^\d{1,10}$/.test(written) || (written.length <= 60 && /^\d*\\/.test(written));
}

/** The values of a parsed text and the deepest nesting; adds the beginnings of its objects' names to `shapes`. */
function sizeOf(value: unknown, shapes: Set<string>): { values: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map((each) => sizeOf(each, shapes));
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const named = names.filter((name) => !isNumeric(name));
  for (const index of named.keys()) shapes.add(JSON.stringify([named.length, ...named.slice(0, index + 1)]));
  const numeric = names.length - named.length;
  const own = inner.length === 0 ? 2 : 1 + (numeric === 0 ? 0 : 4 + numeric);
  return {
    values: own + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

test("the size is that of the parsed text, where an empty list or object counts twice", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ depthSize: "medium" }, fc.jsonValue({ maxDepth: 0 }), tie("list"), tie("object")),
    list: fc.array(tie("any"), { maxLength: 5 }),
    object: fc.dictionary(fc.oneof(fc.constantFrom("a", "b", "c", "1", "20"), fc.string()), tie("any"), { maxKeys: 6 }),
  })).any;
  fc.assert(
    fc.property(value, fc.boolean(), fc.integer({ min: 1, max: 20 }), (given, spaced, piece) => {
      const text = JSON.stringify(given, undefined, spaced ? 2 : 0);
      const names = new Set<string>();
      const { values, depth } = sizeOf(JSON.parse(text), names);
      const shapes = names.size;
      const excess = (limits: JsonLimits): JsonExcess | undefined => jsonExcess(bytes(text), limits);
      expect(excess({ values, depth, shapes })).toBeUndefined();
      expect(excess({ values: values - 1, depth: all, shapes: all })).toBe("values");
      expect(excess({ values: all, depth: depth - 1, shapes: all })).toBe(depth > 0 ? "depth" : undefined);
      expect(excess({ values: all, depth: all, shapes: Math.max(shapes - 1, 0) })).toBe(
        shapes > 0 ? "shapes" : undefined,
      );
      expect(excess(jsonBound(bytes(text)))).toBeUndefined();
      const meter = new JsonMeter(bytes(text), { values, depth, shapes });
      while (!meter.read(piece)) expect(meter.size.values).toBeLessThanOrEqual(values);
      expect(meter.size).toMatchObject({ values, excess: undefined });
    }),
  );
});

test("in an object of many fields, each name counts once, as a quarter, whatever the order", () => {
  const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
  const object = (of: readonly string[]): string => `{${of.map((name) => `"${name}":0`).join(",")}}`;
  const text = `[${object(names)},${object(names.toReversed())}]`;
  expect(jsonExcess(bytes(text), { values: all, depth: all, shapes: 50 })).toBeUndefined();
  expect(jsonExcess(bytes(text), { values: all, depth: all, shapes: 49 })).toBe("shapes");
});

test.each([
  { name: "brackets in strings", text: '["[[[[", "{{,,,", "\\"[[", "\\\\"]', values: 5, depth: 1 },
  { name: "a string without an end", text: '"[[[[[,,,,', values: 1, depth: 0 },
  { name: "nothing", text: "", values: 1, depth: 0 },
  { name: "brackets that close nothing", text: "]]]]{", values: 2, depth: 1 },
])("$name", ({ text, values, depth }) => {
  expect(jsonExcess(bytes(text), { values, depth, shapes: 0 })).toBeUndefined();
});

test("many escapes take no time", () => {
  const text = bytes(`"${"\\\\".repeat(500_000)}${'\\"'.repeat(500_000)}"`);
  const from = performance.now();
  expect(jsonExcess(text, { values: 1, depth: 0, shapes: 0 })).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1000);
});

test.each([
  { text: "[1,2,3]", want: { values: 4, depth: 1, shapes: 0 } },
  { text: '{"a":1,"b":[]}', want: { values: 10, depth: 2, shapes: 2 } },
  { text: '"[{,:"', want: { values: 9, depth: 2, shapes: 1 } },
])("$text has at most $want", ({ text, want }) => {
  expect(jsonBound(bytes(text))).toEqual(want);
});
