// Line ends that Go's reader of YAML knows and the parser does not. What Go reads was compared with sigs.k8s.io/yaml v1.6.0.
import { describe, expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

function read(source: string): unknown {
  const { documents, diagnostics } = parseYaml(source);
  return diagnostics.length > 0
    ? diagnostics.map(({ code, position, message }) => `${position?.line}:${position?.column} ${code}: ${message}`)
    : documents.map(({ value }) => value);
}

describe("of another kind than Go's are rejected", () => {
  test.each([
    ["a carriage return (U+000D) without a line feed", "\r"],
    ["a next line (U+0085)", "\u0085"],
    ["a line separator (U+2028)", "\u2028"],
    ["a paragraph separator (U+2029)", "\u2029"],
  ])("%s", (name, character) => {
    const problem = `yaml/syntax: ${name} ends the line for kubectl, and not for other readers`;
    // Go reads the default as a field.
    expect(read(`a: 1\r\nb: 1 # x${character}default: x\n`)).toEqual([`2:9 ${problem}`]);
    expect(read(`a: "x${character}y"\n`)).toEqual([`1:6 ${problem}`]);
    expect(read(`a: b\n---\n{"a": "x${character}y"}`)).toEqual([`3:9 ${problem}`]);
    expect(read(`{"a": "x${character}y",}`)).toEqual([`1:9 ${problem}`]);
    expect(read(`{a: x${character}}`)).toEqual([`1:6 ${problem}`]);
  });
});

test("escapes and pairs with a line feed are accepted", () => {
  expect(read(String.raw`a: "\r\N\L\P\u2028"`)).toEqual([{ a: "\r\u0085\u2028\u2029\u2028" }]);
  expect(read("- a\r\n- b\r\n")).toEqual([["a", "b"]]);
});

test("JSON is read as JSON", () => {
  for (const source of ['{"a": "x\u2028 y\u2029z\u0085"}', '\r\n {"a":1,\r"b":[2,\r\r\n3]}\r', '{"a":\r"b\\r"}'])
    expect(read(source)).toEqual([JSON.parse(source)]);
});
