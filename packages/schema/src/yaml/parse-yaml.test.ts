// YAML as Go's tools read it, with positions.
import { formatDiagnostic } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { parseYaml, type YamlLimits } from "./parse-yaml.ts";

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
    {
      name: "an alias as the last anchor of its name before it",
      given: "a: &x 1\nb: &y {k: *x}\nc: &x 2\nd: *y\ne: *x\n",
      want: [{ a: 1, b: { k: 1 }, c: 2, d: { k: 1 }, e: 2 }],
    },
    {
      name: "an alias after an alias of a value that has an anchor of the same name",
      given: "a: &y [&x 1]\nb: &x 2\nc: *y\nd: *x\n",
      want: [{ a: [1], b: 2, c: [1], d: 2 }],
    },
    {
      name: "keys of many digits",
      given: `{? ${"9".repeat(300)} : 1, ? ${"9".repeat(310)} : 2, 0x${"0".repeat(300)}f: 3, ? 0b${"1".repeat(65)} : 4}`,
      want: [{ ".inf": 1, ["9".repeat(310)]: 2, "15": 3, [`0b${"1".repeat(65)}`]: 4 }],
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
      name: "a merge of what is not a map",
      given: "a: &x 1\nb:\n  <<: [*x]\n",
      want: [
        'f.yaml:3:3 error yaml/syntax: the value of the merge key "<<" is not a map or a list of maps\n  help: give an alias of a map',
      ],
    },
    {
      name: "an alias without an anchor",
      given: "a: *x\n",
      want: ['f.yaml:1:4 error yaml/alias: there is no anchor "x" before this alias\n  help: write the value out'],
    },
    {
      name: "null as key",
      given: "~: 1\n",
      want: ["f.yaml:1:1 error yaml/key: a key is null, but must be a string\n  help: write the key as a string"],
    },
    {
      name: "a tag of a map",
      given: "!x {a: 1}\n",
      want: ['f.yaml:1:4 error yaml/tag: the tag "!x" has no meaning in a Kubernetes document\n  help: remove the tag'],
    },
    {
      name: "a tag that ends as one of YAML's",
      given: "!<xtag:yaml.org,2002:map> {a: 1}\n",
      want: [
        'f.yaml:1:27 error yaml/tag: the tag "xtag:yaml.org,2002:map" has no meaning in a Kubernetes document\n  help: remove the tag',
      ],
    },
    {
      name: "a tag that starts as one of YAML's",
      given: "!!mapx {a: 1}\n",
      want: [
        'f.yaml:1:8 error yaml/tag: the tag "tag:yaml.org,2002:mapx" has no meaning in a Kubernetes document\n  help: remove the tag',
      ],
    },
    {
      name: "each problem of a document",
      given: "a: .inf\nb: !x 1\n---\nc: .nan\n",
      want: [
        'f.yaml:1:4 error yaml/not-finite: ".inf" is not a JSON number\n  help: quote it to make it a string',
        'f.yaml:2:7 error yaml/tag: the tag "!x" has no meaning in a Kubernetes document\n  help: remove the tag',
        'f.yaml:4:4 error yaml/not-finite: ".nan" is not a JSON number\n  help: quote it to make it a string',
      ],
    },
    {
      name: "a negative number that is too large",
      given: "a: -9007199254740993\n",
      want: [
        "f.yaml:1:4 warning yaml/unsafe-integer: the number -9007199254740993 is read as -9007199254740992\n  help: quote it if it is meant as a string",
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

  const long = "x".repeat(20_000);
  test.each([
    ["a token", `${long}: {{\n`],
    ["the head of a block", `a: |${long}\n b`],
    ["an alias", `a: *${long}\n`],
    ["a tag", `a: !${long} 1\n`],
    ["a key", `${long}: 1\n${long}: 2\n`],
  ])("shows only the beginning of %s that is long", (_, given) => {
    const [diagnostic] = parseYaml(given).diagnostics;
    expect(diagnostic?.message.length).toBeLessThan(180);
  });

  test("names the file <yaml> if it has no name", () => {
    expect(parseYaml("a: .inf\n").diagnostics.map(({ position }) => position)).toEqual([
      { file: "<yaml>", line: 1, column: 4 },
    ]);
  });

  const syntax: { name: string; given: string; help: string }[] = [
    { name: "a bad indent", given: "a:\n  b: 1\n c: 2\n", help: "align the line with the entries that it belongs to" },
    { name: "a map in a key's line", given: "a: b: c\n", help: "quote the value if it contains a colon and a space" },
    { name: "an open quote", given: "a: 'x\n", help: "add the missing character" },
    {
      name: "a key of two lines",
      given: "a\nb: 1\n",
      help: "put a colon after the key, or quote a string of several lines",
    },
    { name: "a tab", given: "a:\n\tb: 1\n", help: "indent with spaces instead of tabs" },
    { name: "a brace", given: "a: 1\n}\n", help: "remove the characters at this place, or quote them" },
    { name: "an alias without a name", given: "a: *\n", help: "use the name of an anchor above this alias" },
    { name: "an escape that YAML does not have", given: 'a: "\\q"\n', help: "correct the YAML syntax at this place" },
  ];
  test.each(syntax)("helps with $name", ({ given, help }) => {
    const { documents, diagnostics } = parseYaml(given);
    expect(diagnostics.map((one) => [one.code, one.help])).toEqual([["yaml/syntax", help]]);
    expect(documents).toEqual([]);
  });

  test("omits a document with an error, and keeps one with a warning", () => {
    const { documents } = parseYaml("a: .inf\n---\na: 9007199254740993\n---\na: 1\n");
    expect(documents.map(({ value }) => value)).toEqual([{ a: 9007199254740992 }, { a: 1 }]);
  });

  const limited: { name: string; given: string; limits: Partial<YamlLimits>; want: string[] }[] = [
    { name: "as many characters", given: "a: 1", limits: { characters: 4 }, want: [] },
    {
      name: "more characters",
      given: "a: 12",
      limits: { characters: 4 },
      want: ["<yaml> error yaml/too-large: the document has 5 characters, more than 4\n  help: split the file"],
    },
    { name: "as many levels", given: "a: [1]", limits: { depth: 2 }, want: [] },
    {
      name: "more levels",
      given: "a: [[1]]",
      limits: { depth: 2 },
      want: ["<yaml>:1:6 error yaml/too-deep: values are nested deeper than 2 levels\n  help: flatten the document"],
    },
    { name: "as many values of aliases", given: "a: &x [1, 2]\nb: *x\n", limits: { aliasedValues: 3 }, want: [] },
    {
      name: "more values of aliases, once",
      given: "a: &x [1, 2]\nb: *x\nc: *x\n",
      limits: { aliasedValues: 2 },
      want: ["<yaml>:2:4 error yaml/alias: aliases add more than 2 values\n  help: write the value out"],
    },
    {
      name: "fields of aliases, without another problem",
      given: "a: &x {b: 1, c: 2}\nb: *x\n",
      limits: { aliasedValues: 2 },
      want: ["<yaml>:2:4 error yaml/alias: aliases add more than 2 values\n  help: write the value out"],
    },
    {
      name: "values of aliases in all documents together",
      given: "a: &x [1, 2]\nb: *x\n---\na: &x [1, 2]\nb: *x\n---\nc: 1\n",
      limits: { aliasedValues: 5 },
      want: ["<yaml>:5:4 error yaml/alias: aliases add more than 5 values\n  help: write the value out"],
    },
    // A start of the document, a, a colon, a space, 1 and a line feed, with a mark before each scalar.
    { name: "as many parts", given: "a: 1\n", limits: { parts: 8 }, want: [] },
    {
      name: "more parts",
      given: "a: 1\nb: 2",
      limits: { parts: 8 },
      want: [
        "<yaml>:2:1 error yaml/too-many-parts: the file has more than 8 parts: names, values, punctuation, spaces\n  help: split the file",
      ],
    },
    { name: "aliases of one value", given: "a: &x 1\nb: *x\nc: *x\n", limits: { aliasedValues: 2 }, want: [] },
  ];
  test.each(limited)("limits $name", ({ given, limits, want }) => {
    const { documents, diagnostics } = parseYaml(given, { limits });
    expect(diagnostics.map(formatDiagnostic)).toEqual(want);
    expect(documents.length).toBe(want.length === 0 ? 1 : 0);
  });

  test("bounds sources that grow by nesting", () => {
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
    expect(codes("--- \na: 1\n".repeat(10_000))).toEqual([]);
    expect(codes("--- \na: 1\n".repeat(200_000))).toEqual(["yaml/too-many-documents"]);
  });

  test("takes the last value of a key where that is wanted", () => {
    const { documents, diagnostics } = parseYaml("a: 1\nb: {c: 1, c: 2}\na: [3]\n", { duplicateKeys: "last" });
    expect(diagnostics).toEqual([]);
    expect(documents.map(({ value }) => value)).toEqual([{ a: [3], b: { c: 2 } }]);
  });
});
