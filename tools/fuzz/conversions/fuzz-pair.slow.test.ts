// Whether the fuzz finds what is wrong with a conversion, and finds nothing in a right one.
import { stringifyExactJson } from "@capstan/kube";
import { converterOf, type Converter } from "@capstan/contract/codegen/v1";
import type { CheckedConversion, JsonFields } from "@capstan/schema/conversions";
import { expect, test } from "vitest";
import { fuzzPair } from "./fuzz-pair.ts";

const fields = {
  size: { type: "integer", format: "int64" },
  note: { type: "string" },
  list: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
};
const schema = { type: "object", properties: { spec: { type: "object", properties: fields } } };

const right = converterOf({
  group: "g.io",
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: { fields: [] },
});

/** Both versions are alike; `change` is what a wrong conversion does to a spec. */
function conversionWith(change: (spec: JsonFields) => JsonFields): CheckedConversion {
  const [hub, spoke] = ["g.io/v2", "g.io/v1"].map((apiVersion) => ({ apiVersion, schema }));
  if (hub === undefined || spoke === undefined) throw new Error("two versions");
  return {
    hub,
    spoke,
    convert: (object, apiVersion) => {
      const copy: JsonFields = { ...right.convert(object, apiVersion) };
      return copy["spec"] === undefined ? copy : { ...copy, spec: change(Object(copy["spec"])) };
    },
  };
}

// Not a share of the runs, as other slow tests make: a rare fault is found by the later ones.
const settings = { runs: 300, seed: 1, only: "", all: false, isOfShare: () => true };

function failuresOf(change: (spec: JsonFields) => JsonFields): readonly string[] {
  return fuzzPair({ name: "Foo", conversion: conversionWith(change), converter: undefined }, settings).failures;
}

test("nothing is wrong with a conversion that changes nothing", () => {
  expect(failuresOf((spec) => spec)).toEqual([]);
});

test.each<{ name: string; change: (spec: JsonFields) => JsonFields }>([
  { name: "drops a field", change: ({ note }) => ({ note }) },
  { name: "drops an empty text", change: ({ note, ...spec }) => (note === "" ? spec : { ...spec, note }) },
  { name: "drops a zero", change: ({ size, ...spec }) => (size === 0 ? spec : { ...spec, size }) },
  {
    name: "narrows to 32 bits",
    change: (spec) => ("size" in spec ? { ...spec, size: Number(spec["size"]) | 0 } : spec),
  },
  { name: "sets what is absent", change: (spec) => ({ list: [], ...spec }) },
  {
    name: "drops an empty list",
    change: ({ list, ...spec }) => (Object(list).length === 0 ? spec : { ...spec, list }),
  },
  {
    name: "shortens long text",
    change: (spec) => ("note" in spec ? { ...spec, note: String(spec["note"]).slice(0, 11) } : spec),
  },
  { name: "adds one", change: (spec) => ("size" in spec ? { ...spec, size: Number(spec["size"]) + 1 } : spec) },
])("finds a conversion that $name", ({ change }) => {
  expect(failuresOf(change)).not.toEqual([]);
});

test("finds a converter that rounds whole numbers beyond 2^53", () => {
  const rounding: Converter = {
    ...right,
    convert: (object, apiVersion) => {
      const text = stringifyExactJson(right.convert(object, apiVersion));
      return JSON.parse(text);
    },
  };
  const { failures } = fuzzPair(
    { name: "Foo", conversion: conversionWith((spec) => spec), converter: rounding },
    settings,
  );
  expect(failures).toEqual([expect.stringContaining("whole numbers beyond 2^53 keep every digit")]);
});
