// Every edge of the fields that functions convert is in some sample, if an object has a place for it that the API server accepts.
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, it } from "vitest";
import { edgeObjects, edgeSamples } from "./edge-samples.ts";
import { valuesAt } from "./differences.ts";
import type { CheckedConversion, CheckedVersion, FunctionFields } from "./checked-conversion.ts";

const port: JSONSchema = { type: "integer", minimum: 1, maximum: 9 };
const spec = (properties: Record<string, JSONSchema>): JSONSchema => ({
  type: "object",
  properties: { spec: { type: "object", properties } },
});

function version(name: string, properties: Record<string, JSONSchema>): CheckedVersion {
  return { apiVersion: `g.io/${name}`, schema: spec(properties) };
}

function conversionOf(
  properties: Record<string, JSONSchema>,
  functions: FunctionFields,
  more: Partial<CheckedConversion> = {},
): CheckedConversion {
  const [hub, spoke] = [version("v2", properties), version("v1", properties)];
  return { hub, spoke, convert: (object) => object, functions, ...more };
}

const base = { apiVersion: "g.io/v1", kind: "Foo", metadata: { name: "a" } };
const only = (spoke: readonly string[]): FunctionFields => ({ hub: [], spoke });

/** The values of the spoke's objects at some steps, each once. */
function valuesOf(conversion: CheckedConversion, own: readonly object[], steps: readonly string[]): unknown[] {
  const { spoke } = edgeObjects(conversion, { hub: [], spoke: own.map((fields) => ({ ...base, spec: fields })) });
  return [...new Set(spoke.flatMap((object) => valuesAt(object, ["spec", ...steps])))];
}

it.each<[string, Record<string, JSONSchema>, string, object, readonly string[], readonly unknown[]]>([
  ["a field", { a: port }, "spec.a", {}, ["a"], [1, 2, 8, 9]],
  [
    "a field of an object",
    { o: { type: "object", properties: { a: port } } },
    "spec.o",
    { o: {} },
    ["o", "a"],
    [1, 2, 8, 9],
  ],
  ["a field of an object that is absent", { o: { type: "object", properties: { a: port } } }, "spec.o", {}, ["o"], []],
  ["elements", { l: { type: "array", maxItems: 1, items: port } }, "spec.l", { l: [5] }, ["l", "[]"], [1, 2, 8, 9]],
  [
    "values of a map",
    { m: { type: "object", maxProperties: 1, additionalProperties: port } },
    "spec.m[*]",
    { m: { k: 5 } },
    ["m", "[*]"],
    [1, 2, 8, 9],
  ],
  ["a field that is not there", { a: port }, "spec.b", {}, ["b"], [undefined]],
])("the edges of %s", (_, properties, path, own, steps, want) => {
  const found = valuesOf(conversionOf(properties, only([path])), [own], steps);
  expect(found).toEqual(want[0] === undefined && want.length === 1 ? [] : want);
});

it("keys of lists and elements of sets differ in each object", () => {
  const keyed: JSONSchema = {
    type: "array",
    items: { type: "object", properties: { k: port }, required: ["k"] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
  };
  const set: JSONSchema = { type: "array", items: port, "x-kubernetes-list-type": "set" };
  const conversion = conversionOf({ keyed, set }, only(["spec.keyed", "spec.set"]));
  const { spoke } = edgeObjects(conversion, { hub: [], spoke: [{ ...base, spec: {} }] });
  const sizes = spoke.map((object) => valuesAt(object, ["spec", "set", "[]"]).length);
  expect(Math.max(...sizes)).toBe(4);
  for (const steps of [
    ["set", "[]"],
    ["keyed", "[]", "k"],
  ]) {
    const lists = spoke.map((object) => valuesAt(object, ["spec", ...steps]));
    expect(lists.every((list) => new Set(list).size === list.length)).toBe(true);
  }
});

it("a field and what is inside of it are in objects of their own, so that each edge is there as it is", () => {
  const list: JSONSchema = { type: "array", minItems: 1, maxItems: 2, items: port };
  const conversion = conversionOf({ l: list }, only(["spec.l"]));
  const { spoke } = edgeObjects(conversion, { hub: [], spoke: [{ ...base, spec: { l: [5, 6] } }] });
  expect(spoke.map((object) => valuesAt(object, ["spec", "l"])[0])).toEqual(
    expect.arrayContaining([[1], [1, 2], [2, 6], [8, 6], [9, 6]]),
  );
});

it("fields are filled together, with the examples of rules", () => {
  const conversion = conversionOf({ a: port, b: port, c: port }, only(["spec.a", "spec.b"]), {
    examples: { spoke: [[{ "spec.c": 3 }, { "spec.c": 99 }, { "spec.c": 4 }]] },
  });
  const { hub, spoke } = edgeObjects(conversion, { hub: [], spoke: [{ ...base, spec: {} }] });
  expect(hub).toEqual([]);
  expect(spoke.map((object) => valuesAt(object, ["spec"])[0])).toEqual([
    { a: 1, b: 1, c: 3 },
    { a: 2, b: 2, c: 4 },
    { a: 8, b: 8 },
    { a: 9, b: 9 },
  ]);
});

it("an object has a place for as many edges as there is one for, and nothing else but what is required", () => {
  const fields: Record<string, JSONSchema> = {
    o: { type: "object", properties: { a: port, r: port, x: port }, required: ["r"] },
    m: { type: "object", additionalProperties: { type: "object", properties: { b: port, x: port } } },
    x: port,
  };
  const own = [{ o: { r: 1 } }, { m: { k: { x: 1 } }, o: { a: 3, r: 2, x: 3 }, x: 4 }, { x: 5 }];
  const conversion = conversionOf(fields, only(["spec.o.a", "spec.m[*].b"]));
  const { spoke } = edgeObjects(conversion, { hub: [], spoke: own.map((each) => ({ ...base, spec: each })) });
  expect(spoke.map((object) => valuesAt(object, ["spec"])[0])).toEqual(
    [1, 2, 8, 9].map((edge) => ({ m: { k: { b: edge } }, o: { a: edge, r: 2 } })),
  );
});

it("durations are random ones alone", () => {
  const { hub, spoke, ...conversion } = conversionOf({ a: { type: "string" } }, only(["spec.a"]));
  const timed = { ...conversion, hub, spoke: { ...spoke, durations: ["spec.a"] } };
  expect(edgeObjects(timed, { hub: [], spoke: [{ ...base, spec: {} }] })).toEqual({ hub: [], spoke: [] });
});

it("a sample has an object of each version, and another of the spoke", () => {
  const conversion = conversionOf({ a: port }, only(["spec.a"]));
  const hub = { ...base, apiVersion: "g.io/v2" };
  const found = edgeSamples(conversion, { hub: [hub], spoke: [{ ...base, spec: {} }] });
  expect(found.map((one) => one.hub)).toEqual([hub, hub, hub, hub]);
  const values = found.map((one) => [one.spoke, one.other].map((object) => valuesAt(object, ["spec", "a"])[0]));
  expect(values).toEqual([
    [1, 2],
    [2, 8],
    [8, 9],
    [9, 1],
  ]);
  expect(edgeSamples(conversion, { hub: [], spoke: [{ ...base, spec: {} }] })).toEqual([]);
});

it("a conversion without functions has none", () => {
  const { functions, ...conversion } = conversionOf({ a: port }, only(["spec.a"]));
  expect(functions).toBeDefined();
  expect(edgeSamples(conversion, { hub: [base], spoke: [base] })).toEqual([]);
});
