// Tags of YAML's own types. What Go reads was compared with sigs.k8s.io/yaml v1.6.0.
import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

function read(source: string): unknown {
  const { documents, diagnostics } = parseYaml(source);
  return diagnostics[0]?.message ?? documents[0]?.value;
}

test.each([
  ['!!int "foo"', "int", "foo"],
  ["!!int 1.5", "int", "1.5"],
  ["!!int", "int", ""],
  ["!!int 1:30", "int", "1:30"],
  ["!!int 2001-01-01", "int", "2001-01-01"],
  ["!!int 18446744073709551616", "int", "18446744073709551616"],
  ["!!int |\n  5", "int", "5\n"],
  ["!!float foo", "float", "foo"],
  ["!!float ~", "float", "~"],
  ['!!bool "foo"', "bool", "foo"],
  ["!!bool 1", "bool", "1"],
  ['!!null "foo"', "null", "foo"],
  ["!!null 5", "null", "5"],
])("%s is rejected", (value, tag, shown) => {
  const problem = `the tag !!${tag} is on another value: ${JSON.stringify(shown)}`;
  expect(read(`a: ${value}\n`)).toBe(problem);
});

test.each([
  ['!!int "5"', 5],
  ["!!int 0x1F", 31],
  ["!!float 5", 5],
  ['!!float "1.50"', 1.5],
  ["!!float 18446744073709551616", 18446744073709552000],
  ["!!bool yes", true],
  ['!!bool "no"', false],
  ["!!null ~", null],
  ['!!null ""', null],
  ["!!str 5", "5"],
  ["!!str", ""],
])("%s is read as Go reads it", (value, want) => {
  expect(read(`a: ${value}\n`)).toEqual({ a: want });
});

test.each(['!!int "foo"', "!!int 1.5", "!!float a", "!!bool 1", '!!null "foo"'])("the key %s is rejected", (key) => {
  expect(read(`${key} : a\n`)).toMatch(/^the tag !!\w+ is on another value: /);
});

test("keys with tags are read as Go reads them", () => {
  expect(read('!!int "5": a\n!!float "1.50": b\n!!bool "yes": c\n')).toEqual({ 5: "a", 1.5: "b", true: "c" });
});
