// The count against a walk of what JSON.parse returns.
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonBound, type JsonExcess, jsonExcess, type JsonLimits, JsonMeter, jsonSize } from "./json-size.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const all = Number.POSITIVE_INFINITY;
/** Whether the engine takes a name for a number. */
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
/** Whether a name is written with an escape after digits, and could be one. */
function isEscaped(name: string): boolean {
  const written = JSON.stringify(name).slice(1, -1);
  return written.length <= 60 && /^\d*\\/.test(written);
}

/** The values of a parsed text and the deepest nesting; adds the beginnings of its objects' names to `shapes`. */
function sizeOf(value: unknown, shapes: Set<string>): { values: number; depth: number } {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map((each) => sizeOf(each, shapes));
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const named = names.filter((name) => !isIndex(name));
  for (const index of named.keys()) shapes.add(JSON.stringify([named.length, ...named.slice(0, index + 1)]));
  const numeric = names.filter((name) => isIndex(name) || isEscaped(name)).length;
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
    object: fc.dictionary(
      fc.oneof(
        fc.constantFrom("a", "b", "c", "1", "20", "01", "00", "0", "4294967294", "4294967295", "12345678901", "7\n"),
        fc.string(),
      ),
      tie("any"),
      { maxKeys: 6 },
    ),
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

test("names that differ in two neighboring pairs of bytes are told apart", () => {
  const letters = Array.from("abcdefghijklmnopqrst");
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const names = pairs.flatMap((first) => pairs.map((second) => first + second));
  const text = bytes(`[${names.map((name) => `{"${name}":0}`).join()}]`);
  expect(jsonExcess(text, { values: all, depth: all, shapes: names.length })).toBeUndefined();
  expect(jsonExcess(text, { values: all, depth: all, shapes: names.length - 1 })).toBe("shapes");
});

test("the end of a string is found wherever it is in a word", () => {
  for (let length = 0; length < 12; length += 1) {
    for (const end of ["", "\\n", "\\\\", '\\"', "\u00fc\u0122\u225c"]) {
      const text = bytes(`{"x${"a".repeat(length)}${end}":["${"b".repeat(length)}${end}",",,"]}`);
      for (let from = 0; from < 4; from += 1) {
        const moved = new Uint8Array(text.length + 4).subarray(from, from + text.length);
        moved.set(text);
        const { values, shapes } = jsonSize(moved, { values: all, depth: all, shapes: 9 });
        expect({ values, shapes }).toEqual({ values: 4, shapes: 1 });
      }
    }
  }
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
  { name: "escapes", key: (index: number) => `\\u0061${index}` },
  { name: "an escape in the middle", key: (index: number) => `1\\/${index}` },
  { name: "zeros before a number", key: (index: number) => `0${index}` },
  { name: "numbers that are too high", key: (index: number) => String(5_000_000_000 + index) },
])("names with $name are no numbers for the engine, and count as beginnings", ({ key }) => {
  const text = `[${Array.from({ length: 1000 }, (_, index) => `{"${key(index + 1)}":0}`).join()}]`;
  expect(jsonExcess(bytes(text), { values: all, depth: all, shapes: 900 })).toBe("shapes");
});

test.each([
  { text: "[1,2,3]", want: { values: 4, depth: 1, shapes: 0 } },
  { text: '{"a":1,"b":[]}', want: { values: 10, depth: 2, shapes: 2 } },
  { text: '"[{,:"', want: { values: 9, depth: 2, shapes: 1 } },
])("$text has at most $want", ({ text, want }) => {
  expect(jsonBound(bytes(text))).toEqual(want);
});
