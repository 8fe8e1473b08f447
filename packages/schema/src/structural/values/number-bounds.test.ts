// `minimum` and `maximum` against what the Go validator of k8s.io/apiextensions-apiserver 0.36 answered for 1,000 pairs of a bound and a value.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";

/** The type, its format, the keyword, the bound, whether it is exclusive, the value and the errors. */
type Row = readonly [string, string, string, string, string, string, ...string[]];

function errors([type, format, keyword, bound, isExclusive, value]: Row): string[] {
  const exclusive = keyword === "maximum" ? "exclusiveMaximum" : "exclusiveMinimum";
  const field = {
    type: type === "integer" ? ("integer" as const) : ("number" as const),
    ...(format === "" ? {} : { format }),
    [keyword]: Number(bound),
    [exclusive]: isExclusive === "true",
  };
  return compileSchema({ type: "object", properties: { f: field } })
    .validate({ f: Number(value) })
    .map(({ message }) => `f: ${message}`);
}

test("errors are those of the API server", () => {
  const source = readFileSync(new URL("../../../testdata/number-bounds.tsv", import.meta.url), "utf8");
  // Go's error of a bound that does not fit the type names no field; ours names it.
  const rows = source
    .trimEnd()
    .split("\n")
    .map((line) => line.replaceAll("<nil>", "f").split("\t") as unknown as Row);
  expect(rows).toHaveLength(1000);
  const inputs = rows.map(([type, format, keyword, bound, exclusive, value]): Row => [
    type,
    format,
    keyword,
    bound,
    exclusive,
    value,
  ]);
  expect(inputs.map((row) => [...row, ...errors(row)])).toEqual(rows);
});
