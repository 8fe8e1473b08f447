// `multipleOf` against what the Go validator of k8s.io/apiextensions-apiserver 0.36 answered for 1,000 pairs of a factor and a value.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";

function errors(type: "integer" | "number", multipleOf: number, value: number): string[] {
  return compileSchema({ type: "object", properties: { f: { type, multipleOf } } })
    .validate({ f: value })
    .map(({ message }) => `f: ${message}`);
}

test("errors are those of the API server", () => {
  const source = readFileSync(new URL("../../../testdata/multiple-of.tsv", import.meta.url), "utf8");
  const rows = source
    .trimEnd()
    .split("\n")
    // Go's error of a factor that does not fit the type names no field; ours names it.
    .map((line) => line.replaceAll("<nil>", "f").split("\t"));
  expect(rows).toHaveLength(1000);
  const answered = rows.map(([type, factor, value]) => [
    type,
    factor,
    value,
    ...errors(type === "integer" ? "integer" : "number", Number(factor), Number(value)),
  ]);
  expect(answered).toEqual(rows);
});
