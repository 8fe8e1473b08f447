// YAML as Go's tools read it, with positions.
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

function values(text: string): unknown[] {
  const { documents, diagnostics } = parseYaml(text);
  expect(diagnostics).toEqual([]);
  return documents.map(({ value }) => value);
}

describe("parseYaml", () => {
  const readings: { name: string; given: string; want: unknown[] }[] = [
    {
      name: "several documents, empty ones skipped",
      given: "a: 1\n---\n---\n# nothing\n---\nb: 2\n",
      want: [{ a: 1 }, { b: 2 }],
    },
    { name: "JSON", given: '{"a": [1, "x", null, true]}', want: [{ a: [1, "x", null, true] }] },
    {
      name: "words as Go reads them",
      given: "[yes, Off, y, ~, null, Null, 'yes', nULL]",
      want: [[true, false, true, null, null, null, "yes", "nULL"]],
    },
    {
      name: "numbers as Go reads them",
      given: "[0777, 0b11, 1_000, 0x1F, 1e3, .5, 1:30, e1000, 1e1000, 2020-01-02]",
      want: [[511, 3, 1000, 31, 1000, 0.5, "1:30", "e1000", "1e1000", "2020-01-02"]],
    },
    { name: "keys as strings", given: "1: a\ntrue: b\n", want: [{ "1": "a", true: "b" }] },
    {
      name: "anchors and merge keys",
      given: "base: &b {x: 1, z: 2}\nall: *b\nsome:\n  <<: *b\n  z: 3\n",
      want: [{ base: { x: 1, z: 2 }, all: { x: 1, z: 2 }, some: { z: 3, x: 1 } }],
    },
    { name: "block strings", given: "a: |\n  x\n  y\nb: >-\n  x\n  y\n", want: [{ a: "x\ny\n", b: "x y" }] },
    { name: "a tag of strings", given: "a: !!str 1\n", want: [{ a: "1" }] },
  ];
  test.each(readings)("reads $name", ({ given, want }) => expect(values(given)).toEqual(want));

  test("keeps __proto__ a field", () => {
    const [value] = values("__proto__: {polluted: true}\n") as [object];
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  const problems: { name: string; given: string; want: string[] }[] = [
    {
      name: "a duplicate key",
      given: "a: 1\nb: 2\na: 3\n",
      want: [
        'f.yaml:3:1 error yaml/duplicate-key: the key "a" was already given on line 1\n  help: remove one of the two',
      ],
    },
    {
      name: "a tab",
      given: "a:\n\tb: 1\n",
      want: [
        "f.yaml:2:1 error yaml/syntax: Tabs are not allowed as indentation\n  help: indent with spaces instead of tabs",
      ],
    },
    {
      name: "an open list",
      given: "a: [1, 2\n",
      want: [
        "f.yaml:2:1 error yaml/syntax: Flow sequence in block collection must be sufficiently indented and end with a ]\n  help: align the line with the entries that it belongs to",
      ],
    },
    {
      name: "infinity",
      given: "a: .inf\n",
      want: ['f.yaml:1:4 error yaml/not-finite: ".inf" is not a JSON number\n  help: quote it to make it a string'],
    },
    {
      name: "a custom tag",
      given: "a: !secret x\n",
      want: [
        'f.yaml:1:12 error yaml/tag: the tag "!secret" has no meaning in a Kubernetes document\n  help: remove the tag',
      ],
    },
    {
      name: "an alias in its own anchor",
      given: "a: &x [*x]\n",
      want: ['f.yaml:1:8 error yaml/alias: the alias "x" is inside its own anchor\n  help: write the value out'],
    },
    {
      name: "a list as key",
      given: "? [a]\n: b\n",
      want: [
        "f.yaml:1:3 error yaml/key: a key is a list or a map, but must be a string\n  help: write the key as a string",
      ],
    },
    {
      name: "a large number",
      given: "a: 9007199254740993\n",
      want: [
        "f.yaml:1:4 warning yaml/unsafe-integer: the number 9007199254740993 is read as 9007199254740992\n  help: quote it if it is meant as a string",
      ],
    },
  ];
  test.each(problems)("reports $name", ({ given, want }) => {
    expect(parseYaml(given, { file: "f.yaml" }).diagnostics.map(formatDiagnostic)).toEqual(want);
  });

  test("bounds aliases, depth and size", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x,x]",
      ..."bcdefgh".split("").map((name, i) => `${name}: &${name} [${Array(10).fill(`*${"abcdefg"[i]}`).join(",")}]`),
    ].join("\n");
    const codes = (text: string, limits = {}): string[] =>
      parseYaml(text, { limits }).diagnostics.map(({ code }) => code);
    expect(new Set(codes(bomb))).toEqual(new Set(["yaml/alias"]));
    expect(codes("[".repeat(300) + "]".repeat(300))).toEqual(["yaml/too-deep"]);
    expect(codes("[".repeat(20_000) + "]".repeat(20_000))).toEqual(["yaml/too-deep"]);
    expect(codes("a: 1", { characters: 3 })).toEqual(["yaml/too-large"]);
  });

  test("finds the position of every field", () => {
    const [document] = parseYaml("---\nspec:\n  items:\n  - name: a\n    size: 1\n  - {name: b}\n", {
      file: "f.yaml",
    }).documents;
    const at = (...path: (string | number)[]): string => {
      const position = document?.positionOf(path);
      return `${position?.line}:${position?.column}`;
    };
    expect([
      at(),
      at("spec"),
      at("spec", "items", 0, "size"),
      at("spec", "items", 1),
      at("spec", "items", 1, "name"),
      at("spec", "items", 0, "missing"),
    ]).toEqual(["2:1", "2:1", "5:5", "6:5", "6:6", "4:5"]);
  });
});
