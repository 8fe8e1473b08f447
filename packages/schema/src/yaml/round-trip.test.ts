// Properties of writing and reading together, and files that go-yaml v2.4.0 itself wrote from the same JSON
// (testdata/go-yaml, made by controller-gen's way: JSON in, decoded, encoded).
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
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
        // Go writes this key without quotes, too, although it then is a merge key.
        fc.pre(!JSON.stringify(value).includes('"<<":'));
        const { documents, diagnostics } = parseYaml(emitYaml(value));
        expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        expect(documents[0]?.value).toEqual(JSON.parse(JSON.stringify(value)));
      },
    ),
    { numRuns: 300 },
  );
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
    { numRuns: 500 },
  );
});
