// Patches applied and made, and what does not fit.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyJsonPatch, createJsonPatch, type JsonPatchOperation } from "./json-patch.ts";

interface Case {
  readonly name: string;
  readonly given: unknown;
  readonly operations: readonly JsonPatchOperation[];
  readonly want: unknown;
}

const cases: readonly Case[] = [
  { name: "adds a field", given: {}, operations: [{ op: "add", path: "/a", value: 1 }], want: { a: 1 } },
  { name: "inserts into a list", given: [1, 3], operations: [{ op: "add", path: "/1", value: 2 }], want: [1, 2, 3] },
  { name: "appends with -", given: [1], operations: [{ op: "add", path: "/-", value: 2 }], want: [1, 2] },
  {
    name: "replaces the whole document",
    given: { a: 1 },
    operations: [{ op: "replace", path: "", value: 2 }],
    want: 2,
  },
  {
    name: "moves",
    given: { a: { b: 1 } },
    operations: [{ op: "move", from: "/a/b", path: "/c" }],
    want: { a: {}, c: 1 },
  },
  { name: "copies", given: { a: [1] }, operations: [{ op: "copy", from: "/a", path: "/b" }], want: { a: [1], b: [1] } },
  {
    name: "moves a value to its own place",
    given: { a: 1 },
    operations: [{ op: "move", from: "/a", path: "/a" }],
    want: { a: 1 },
  },
  {
    name: "copies the whole document",
    given: { a: 1 },
    operations: [{ op: "copy", from: "", path: "/b" }],
    want: { a: 1, b: { a: 1 } },
  },
  {
    name: "copies an item of a list",
    given: [1, 2],
    operations: [{ op: "copy", from: "/1", path: "/-" }],
    want: [1, 2, 2],
  },
  { name: "adds the whole document", given: { a: 1 }, operations: [{ op: "add", path: "", value: [] }], want: [] },
  { name: "removes the whole document", given: { a: 1 }, operations: [{ op: "remove", path: "" }], want: null },
  {
    name: "reads an index of several digits",
    given: Array.from({ length: 12 }, () => 0),
    operations: [
      { op: "test", path: "/11", value: 0 },
      { op: "replace", path: "", value: 1 },
    ],
    want: 1,
  },
  {
    name: "changes a field called __proto__ that was added",
    given: {},
    operations: [
      { op: "add", path: "/__proto__", value: 1 },
      { op: "replace", path: "/__proto__", value: 2 },
      { op: "remove", path: "/__proto__" },
    ],
    want: {},
  },
  {
    name: "reads escaped names",
    given: { "a/b": { "~": 1 } },
    operations: [{ op: "remove", path: "/a~1b/~0" }],
    want: { "a/b": {} },
  },
];

const rejections: readonly (readonly [operation: JsonPatchOperation, message: string])[] = [
  [{ op: "remove", path: "/no" }, 'cannot apply operation 0 (remove "/no"): there is no field "no"'],
  [
    { op: "replace", path: "/list/2", value: 0 },
    'cannot apply operation 0 (replace "/list/2"): the list has no item 2',
  ],
  [{ op: "add", path: "/list/01", value: 0 }, 'cannot apply operation 0 (add "/list/01"): "01" is not a list index'],
  [{ op: "remove", path: "/list/1" }, 'cannot apply operation 0 (remove "/list/1"): the list has no item 1'],
  [{ op: "add", path: "/list/1/x", value: 0 }, 'cannot apply operation 0 (add "/list/1/x"): the list has no item 1'],
  [{ op: "copy", from: "/list/1", path: "/x" }, 'cannot apply operation 0 (copy "/x"): the list has no item 1'],
  [{ op: "add", path: "/list/1x", value: 0 }, 'cannot apply operation 0 (add "/list/1x"): "1x" is not a list index'],
  [
    { op: "add", path: "/text/x/y", value: 0 },
    'cannot apply operation 0 (add "/text/x/y"): "x" is below a value that has no fields',
  ],
  [
    { op: "merge" as "remove", path: "/text" },
    'cannot apply operation 0 (merge "/text"): there is no such operation; use add, remove, replace, move, copy or test',
  ],
  [{ op: "test", path: "/list", value: [] }, 'cannot apply operation 0 (test "/list"): the value differs'],
  [
    { op: "add", path: "/text/x", value: 0 },
    'cannot apply operation 0 (add "/text/x"): "x" is below a value that has no fields',
  ],
  [
    { op: "move", from: "/list", path: "/list/0" },
    'cannot apply operation 0 (move "/list/0"): a value cannot be moved into itself',
  ],
];

/** Lists in lists, of which the innermost one ends with a value. */
function nested(depth: number, last: number): unknown {
  let value: unknown = [Array.from({ length: 20_000 }, (_, i) => i), last];
  for (let level = 0; level < depth; level += 1) value = [value, level];
  return value;
}

describe("applyJsonPatch", () => {
  it.each(cases)("$name", ({ given, operations, want }) => {
    expect(applyJsonPatch(given, operations)).toEqual(want);
  });

  it.each(rejections)("rejects %j", (operation, message) => {
    expect(() => applyJsonPatch({ list: [1], text: "t" }, [operation])).toThrow(message);
  });

  it("applies as the library of Cluster API on request", () => {
    const given = { list: [1, 2, 3] };
    const operations: readonly JsonPatchOperation[] = [
      { op: "test", path: "/none", value: null },
      { op: "remove", path: "/list/-3" },
      { op: "replace", path: "/list/-1", value: 4 },
      { op: "add", path: "/list/-1", value: 5 },
      { op: "copy", from: "/list/-2", path: "/last" },
    ];
    expect(applyJsonPatch(given, operations, { asInGo: true })).toEqual({ list: [2, 4, 5], last: 4 });
    for (const operation of operations.slice(0, 2))
      expect(() => applyJsonPatch(given, [operation])).toThrow("cannot apply operation 0");
    const beyond: JsonPatchOperation = { op: "remove", path: "/list/-4" };
    expect(() => applyJsonPatch(given, [beyond], { asInGo: true })).toThrow("the list has no item -4");
  });

  it("never reaches a prototype", () => {
    applyJsonPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: true } }]);
    expect(() => applyJsonPatch({}, [{ op: "add", path: "/__proto__/polluted", value: true }])).toThrow(
      'there is no field "__proto__"',
    );
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("createJsonPatch", () => {
  it("is the inverse of applying, for any two documents", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
        expect(applyJsonPatch(from, createJsonPatch(from, to))).toEqual(to);
      }),
    );
  });

  it("is empty for equal documents", () => {
    expect(createJsonPatch({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  });

  it("takes an undefined field as absent", () => {
    expect(createJsonPatch({ a: undefined }, { a: 1 })).toEqual([{ op: "add", path: "/a", value: 1 }]);
    expect(createJsonPatch({ a: 1 }, { a: undefined })).toEqual([{ op: "remove", path: "/a" }]);
    expect(createJsonPatch({ a: undefined }, {})).toEqual([]);
    expect(createJsonPatch({}, { a: undefined })).toEqual([]);
  });

  it.each<readonly [name: string, from: unknown, to: unknown, want: readonly JsonPatchOperation[]]>([
    ["the first item removed", ["a", "b", "c"], ["b", "c"], [{ op: "remove", path: "/0" }]],
    ["an item added at the beginning", ["b", "c"], ["a", "b", "c"], [{ op: "add", path: "/0", value: "a" }]],
    ["an item added in between", ["a", "c"], ["a", "b", "c"], [{ op: "add", path: "/1", value: "b" }]],
    ["an item changed", ["a", "b", "c"], ["a", "x", "c"], [{ op: "replace", path: "/1", value: "x" }]],
    [
      "one removed, one changed, one added",
      [{ name: "a", value: 1 }, { name: "b", value: 1 }, "c"],
      [{ name: "b", value: 2 }, "c", "d"],
      [
        { op: "remove", path: "/0" },
        { op: "replace", path: "/0/value", value: 2 },
        { op: "add", path: "/-", value: "d" },
      ],
    ],
    [
      "an item with another name",
      [{ name: "a", value: 1, more: 1 }],
      [{ name: "b", value: 2 }],
      [{ op: "replace", path: "/0", value: { name: "b", value: 2 } }],
    ],
    ["an item without a name", [{ a: 1, b: 1 }], [{ a: 2, b: 1 }], [{ op: "replace", path: "/0/a", value: 2 }]],
    [
      "names in order",
      {},
      { b: 1, a: 1 },
      [
        { op: "add", path: "/a", value: 1 },
        { op: "add", path: "/b", value: 1 },
      ],
    ],
    [
      "removed names in order",
      { b: 1, a: 1 },
      {},
      [
        { op: "remove", path: "/a" },
        { op: "remove", path: "/b" },
      ],
    ],
  ])("%s", (_, from, to, want) => {
    expect(createJsonPatch(from, to)).toEqual(want);
    expect(applyJsonPatch(from, want)).toEqual(to);
  });

  it("is the inverse of applying for lists of named items that are added, removed and changed", () => {
    const item = fc.oneof(
      fc.record({ name: fc.constantFrom("a", "b", "c", "d"), value: fc.nat(2) }),
      fc.constantFrom("x", "y", "z", 1, null),
      fc.array(fc.constantFrom(1, 2, 3), { maxLength: 4 }),
    );
    const list = fc.array(item, { maxLength: 8 });
    fc.assert(
      fc.property(list, list, (from, to) => {
        expect(applyJsonPatch(from, createJsonPatch(from, to))).toEqual(to);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a long list", Array.from({ length: 100_000 }, (_, i) => i), Array.from({ length: 100_000 }, (_, i) => -i - 1)],
    [
      "many long items",
      Array.from({ length: 64 }, (_, i) => [i, "x".repeat(100_000)]),
      Array.from({ length: 64 }, (_, i) => [-i - 1, "x".repeat(100_000)]),
    ],
    ["lists in lists", nested(400, 0), nested(400, 1)],
  ])("costs as much as the lists are long: %s", (_, from, to) => {
    const start = process.cpuUsage();
    expect(applyJsonPatch(from, createJsonPatch(from, to))).toEqual(to);
    const { user } = process.cpuUsage(start);
    expect(user).toBeLessThan(3_000_000);
  });

  it("removes the last items of a list from the end", () => {
    expect(createJsonPatch([1, 2, 3], [1])).toEqual([
      { op: "remove", path: "/2" },
      { op: "remove", path: "/1" },
    ]);
  });
});
