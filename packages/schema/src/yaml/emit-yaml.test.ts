// Values as YAML, byte for byte as Go's tools write them.
import { describe, expect, test } from "vitest";
import { emitYaml, emitYamlDocuments } from "./emit-yaml.ts";

const long = "the quick brown fox jumps over the lazy dog and then runs all the way home again, twice";

describe("emitYaml", () => {
  const cases: { name: string; given: unknown; want: string }[] = [
    { name: "a level sequence", given: { a: ["x", { b: 1, c: [true] }] }, want: "a:\n- x\n- b: 1\n  c:\n  - true\n" },
    { name: "a sequence in a sequence", given: [["a", "b"], [[1]]], want: "- - a\n  - b\n- - - 1\n" },
    { name: "empty containers", given: { a: {}, b: [], c: [{}] }, want: "a: {}\nb: []\nc:\n- {}\n" },
    { name: "an undefined field", given: { a: undefined, b: null }, want: "b: null\n" },
    {
      name: "natural key order",
      given: { v10: 1, v2: 1, $ref: 1, Z: 1, a: 1 },
      want: "$ref: 1\nZ: 1\na: 1\nv2: 1\nv10: 1\n",
    },
    {
      name: "YAML 1.1 words",
      given: ["yes", "Off", "y", "~", "", "null"],
      want: '- "yes"\n- "Off"\n- "y"\n- "~"\n- ""\n- "null"\n',
    },
    {
      name: "number-like strings",
      given: ["1e3", "0x1f", "1_000", "1:30", "0b1", "e1000"],
      want: '- "1e3"\n- "0x1f"\n- "1_000"\n- "1:30"\n- "0b1"\n- e1000\n',
    },
    {
      name: "dates",
      given: ["2020-01-02", "2020-13-02", "2020-01-02T10:00:00Z"],
      want: '- "2020-01-02"\n- 2020-13-02\n- "2020-01-02T10:00:00Z"\n',
    },
    {
      name: "syntax characters",
      given: ["a: b", "# x", "- x", "it's", "'x'"],
      want: "- 'a: b'\n- '# x'\n- '- x'\n- it's\n- '''x'''\n",
    },
    {
      name: "literals",
      given: ["a\nb", "a\n", "a\n\n", "\na", " a\nb"],
      want: "- |-\n  a\n  b\n- |\n  a\n- |+\n  a\n\n- |2-\n\n  a\n- |2-\n   a\n  b\n",
    },
    { name: "a blank before a break", given: ["a \nb"], want: '- "a \\nb"\n' },
    {
      name: "escapes",
      given: ["tab\there", "bell\x07", "smile 😀"],
      want: '- "tab\\there"\n- "bell\\a"\n- "smile \\U0001F600"\n',
    },
    {
      name: "numbers",
      given: [1, -0, 1.5, 1234567.5, 1e21, 2 ** 53, 1e-7, 9007199254740993n],
      want: "- 1\n- 0\n- 1.5\n- 1.2345675e+06\n- 1e+21\n- 9007199254740992\n- 1e-07\n- 9007199254740993\n",
    },
    {
      name: "a folded plain scalar",
      given: { d: long },
      want: "d: the quick brown fox jumps over the lazy dog and then runs all the way home again,\n  twice\n",
    },
    {
      name: "a folded quoted scalar",
      given: { d: `${long}: x` },
      want: "d: 'the quick brown fox jumps over the lazy dog and then runs all the way home again,\n  twice: x'\n",
    },
    { name: "a key that readers would merge", given: { "<<": { a: "<<" } }, want: '"<<":\n  a: <<\n' },
    { name: "a key that is no simple key", given: { ["k".repeat(129)]: [1] }, want: `? ${"k".repeat(129)}\n: - 1\n` },
  ];
  test.each(cases)("$name", ({ given, want }) => expect(emitYaml(given)).toBe(want));

  test("begins documents", () => {
    expect(emitYaml({ a: 1 }, { documentStart: true })).toBe("---\na: 1\n");
    expect(emitYamlDocuments([{ a: 1 }, "b"])).toBe("---\na: 1\n---\nb\n");
  });

  test("writes undefined as null where there is no key to omit", () => {
    expect(emitYaml([undefined, 1])).toBe("- null\n- 1\n");
    expect(emitYaml({ a: undefined })).toBe("{}\n");
  });

  test("rejects values that are not JSON", () => {
    expect(() => emitYaml(Number.NEGATIVE_INFINITY)).toThrow(
      'cannot write -Infinity at "" as YAML: it has no JSON form',
    );
    expect(() => emitYaml([[Symbol("x")]])).toThrow('cannot write a symbol at "/0/0" as YAML: it has no JSON form');
    expect(() => emitYaml({ a: [Number.NaN] })).toThrow('cannot write NaN at "/a/0" as YAML: it has no JSON form');
    expect(() => emitYaml({ f: () => 1 })).toThrow('cannot write a function at "/f" as YAML: it has no JSON form');
  });
});
