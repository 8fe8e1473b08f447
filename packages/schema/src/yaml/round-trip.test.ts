// Properties of writing and reading together, and files that go-yaml v2.4.0 itself wrote from the same JSON
// (testdata/go-yaml, made by controller-gen's way: JSON in, decoded, encoded).
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runsOf } from "../../test/runs-of.ts";
import { emitYaml } from "./emit-yaml.ts";
import { parseYaml } from "./parse-yaml.ts";

interface GoCase {
  readonly value: unknown;
  readonly yaml: string;
}

const golden = JSON.parse(
  readFileSync(new URL("../../testdata/go-yaml/cases.json", import.meta.url), "utf8"),
) as GoCase[];

test("is written as Go writes it", () => {
  expect(golden.map(({ value }) => ({ value, yaml: emitYaml(value) }))).toEqual(golden);
});

test("what is written is read back as it was", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ stringUnit: "grapheme" }), { minKeys: 1 }),
      (value) => {
        const { documents, diagnostics } = parseYaml(emitYaml(value));
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(documents[0]?.value).toEqual(JSON.parse(JSON.stringify(value)));
      },
    ),
    { numRuns: runsOf(300) },
  );
});

const words = ["yes", "y", "0644", "0o17", "1e3", "1_000", "1:30", "null", "~", "2026-01-01", "=", "<<", "---", "..."];
const signs = [
  " a",
  "a ",
  "\ta",
  "a: b",
  "a #b",
  "- a",
  "? a",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "%",
  "@",
  "`",
  "{",
  "]",
  ",",
];
const hidden = ["\0", "\u0007", "\u001b", "\u0085", "\u2028", "\u2029", "\ufeff", "\u202e", "\r", "\n", "\n\n", " \n"];
const strings = fc.oneof(
  fc.constantFrom(...words, ...signs, ...hidden),
  fc.string({ unit: "binary" }).filter((string) => string.isWellFormed()),
);
/** `yaml` reads these as numbers of YAML 1.1 (`e6`, `._4`, `0x_`, `1_0e999`); Go's parsers, which read CRDs, read strings. */
const isOddNumber = (string: string): boolean =>
  /^[-+]?(?:0[bx]_+|(?:\.[\d_]*)?(?:e[-+]?\d+)?)$/i.test(string) ||
  Math.abs(Number(string.replaceAll("_", ""))) === Number.POSITIVE_INFINITY;
const hostile = fc
  .array(strings, { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""))
  .filter((string) => !isOddNumber(string));

test("the yaml package reads what is written, in any place of a string", () => {
  const property = fc.property(hostile, (string) => {
    const value = { [string]: string, list: [string, [string]], below: { [string]: { [string]: string } } };
    expect(parse(emitYaml(value), { version: "1.1", merge: false })).toEqual(value);
    expect(parseYaml(emitYaml(value)).documents[0]?.value).toEqual(value);
  });
  expect(() => fc.assert(property, { numRuns: runsOf(2000) })).not.toThrow();
});

test("no source makes the parser throw", () => {
  const scraps = fc.constantFrom(
    "a",
    ":",
    " ",
    "\n",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "&x",
    "*x",
    "|",
    ">",
    "#",
    "<<",
    "? ",
    "---\n",
    "\t",
    "!!str",
    "%",
  );
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 40 }), (parts) => {
      expect(parseYaml(parts.join("")).documents.length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: runsOf(500) },
  );
});
