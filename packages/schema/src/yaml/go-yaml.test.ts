// What go-yaml v2, as sigs.k8s.io/yaml v1.6.0 has it, reads and writes (testdata/go-yaml). Reading is strict: duplicate keys are errors.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { emitYaml } from "./emit-yaml.ts";
import { compareNaturally } from "./natural-order.ts";
import { parseYaml } from "./parse-yaml.ts";

function golden<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`../../testdata/go-yaml/${name}.json`, import.meta.url), "utf8")) as T[];
}

/** The first document, or that there is an error. */
function read(yaml: string): unknown {
  const { documents, diagnostics } = parseYaml(yaml);
  return diagnostics.some(({ severity }) => severity === "error") ? "error" : (documents[0]?.value ?? null);
}

// Each file is one test: with a test for each of its rows, mutation runs would choose between thousands of them by name.
describe("plain scalars", () => {
  const rows = golden<{ scalar: string; read: string; written: string }>("scalars");

  test("are read as Go reads them", () => {
    expect(rows.map(({ scalar }) => [scalar, read(`- ${scalar}\n`)])).toEqual(
      rows.map((row) => [row.scalar, row.read === "error" ? "error" : [JSON.parse(row.read)]]),
    );
  });

  test("are written as Go writes them", () => {
    expect(rows.map(({ scalar }) => [scalar, emitYaml(scalar)])).toEqual(
      rows.map(({ scalar, written }) => [scalar, `${written}\n`]),
    );
  });
});

test("keys have Go's order", () => {
  const rows = golden<[first: string, second: string]>("key-order");
  const signs = ([a, b]: [string, string]): number[] =>
    [compareNaturally(a, b), compareNaturally(b, a), compareNaturally(a, a)].map(Math.sign);
  expect(rows.map((row) => [row, signs(row)])).toEqual(rows.map((row) => [row, [-1, 1, 0]]));
});

test("values are written as Go writes them", () => {
  // Go writes the key << without quotes, and reads it back as an order to merge a map: this key differs on purpose.
  const rows = golden<{ value: unknown; yaml: string }>("writes").filter(({ yaml }) => !yaml.startsWith("<<:"));
  expect(rows.map(({ value }) => ({ value, yaml: emitYaml(value) }))).toEqual(rows);
});

test("documents are read as Go reads them", () => {
  const rows = golden<{ yaml: string; json?: string }>("reads");
  expect(rows.map(({ yaml }) => [yaml, read(yaml)])).toEqual(
    rows.map(({ yaml, json }) => [yaml, json === undefined ? "error" : JSON.parse(json)]),
  );
});
