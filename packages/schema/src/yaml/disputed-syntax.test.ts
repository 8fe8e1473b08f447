// Syntax that sigs.k8s.io/yaml v1.6.0 and the parser of the yaml package read differently; both were compared on 400,000 random files.
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

/** The first problem, and where it is; or the values. */
function read(source: string): unknown {
  const { documents, diagnostics } = parseYaml(source);
  const [first] = diagnostics;
  if (first === undefined) return documents.map(({ value }) => value);
  const { code, message, position } = first;
  return `${code} ${position?.line}:${position?.column} ${message.split(",")[0]}`;
}

const flowColon = "in [] or {}";

test.each([
  ["a: &p:.* x\n", "yaml/disputed 1:4 the name of an anchor has other characters than letters"],
  ["a: &p x\nb: *p.\n", "yaml/disputed 2:4 the name of an anchor has other characters than letters"],
  ["a: [admin:]\n", `yaml/disputed 1:11 ${flowColon}`],
  ["a: [admin :, b]\n", `yaml/disputed 1:12 ${flowColon}`],
  ["a: [b::]\n", `yaml/disputed 1:8 ${flowColon}`],
  ["a: {b:}\n", `yaml/disputed 1:7 ${flowColon}`],
  ["a: {b:[c]}\n", `yaml/disputed 1:7 ${flowColon}`],
  ["a: {?b: c}\n", `yaml/disputed 1:5 ${flowColon}`],
  ["a: [:b]\n", `yaml/disputed 1:5 ${flowColon}`],
  ["a: 1\n...\nb: 2\n", "yaml/disputed 3:1 a document follows the end of another one (...) without ---"],
  ["a: 1\n--- {b: 2}\n", "yaml/disputed 2:5 the first line of a further document has something behind its ---"],
  ["a: 1\n--- b: 2\n", "yaml/disputed 2:5 the first line of a further document has something behind its ---"],
  [
    "\uFEFF  a: 1\nb: 2\n",
    "yaml/disputed 1:2 there is a byte order mark (U+FEFF) before an indented line or in the middle of the file",
  ],
  [
    "\uFEFF- - a\n",
    "yaml/disputed 1:2 there is a byte order mark (U+FEFF) before an indented line or in the middle of the file",
  ],
  [
    "a: 1\n\uFEFFb: 2\n",
    "yaml/disputed 2:1 there is a byte order mark (U+FEFF) before an indented line or in the middle of the file",
  ],
  ["a: 1\n---#: |\n  b: 2\n", "yaml/disputed 2:1 a line begins with --- and something else than a space"],
  ["a: 1\n---\u00A0#: |\n  b: 2\n", "yaml/disputed 2:1 a line begins with --- and something else than a space"],
  ["a: 1\n--- \u3000# z\nb: 2\n", "yaml/disputed 2:1 a line begins with --- and something else than a space"],
  ["\u00A0{}\na: 1\n", "yaml/disputed 1:1 the file begins with a space that YAML does not know"],
  ["a: b\n!x <<: {c: d}\n", "yaml/disputed 2:4 the key << has a tag"],
])("%j is an error", (source, want) => expect(read(source)).toBe(want));

test.each<[string, unknown]>([
  ["a: &p_-1 x\nb: *p_-1\n", [{ a: "x", b: "x" }]],
  ['{"a":[1,{"b":{}}],"c":null}', [{ a: [1, { b: {} }], c: null }]],
  ["a: [b: c, {d: e}, 'f':]\n", [{ a: [{ b: "c" }, { d: "e" }, { f: null }] }]],
  ["a: {b: }\n", [{ a: { b: null } }]],
  ["a: ?b\nc: :d\n", [{ a: "?b", c: ":d" }]],
  ["a: 1\n...\n---\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ["a: 1\n...\n# c\n...\n", [{ a: 1 }]],
  ["--- # c\na: 1\n--- # c\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ["# c\n--- {a: 1}\n---\n", [{ a: 1 }]],
  ["\uFEFFa: 1\nb: 2\n", [{ a: 1, b: 2 }]],
  ["\uFEFF# c\n---\na: 1\n", [{ a: 1 }]],
  ['a: "\uFEFF"\n', [{ a: "\uFEFF" }]],
  ["a: |\n  &x:* [b:] ?c\n  ...\n", [{ a: "&x:* [b:] ?c\n...\n" }]],
  ["<<: {a: 1}\nb: 2\n", [{ a: 1, b: 2 }]],
])("%j is read", (source, want) => expect(read(source)).toEqual(want));
