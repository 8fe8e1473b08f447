// Values that have a shape, and values that do not.
import { parseExactJson } from "@capstan/kube";
import { expect, it } from "vitest";
import type { ValueShape } from "./shape.ts";
import { hasShape, withoutNulls } from "./value-shape.ts";

const object: ValueShape = { fields: { a: "string", b: { nullable: "boolean" } }, required: ["a"] };

it.each<[ValueShape, readonly unknown[], readonly unknown[]]>([
  ["any", [null, 1, {}], []],
  ["boolean", [true], ["true", 1, null]],
  ["integer", [1, parseExactJson("9007199254740993")], [1.5, "1", null]],
  [
    "int32",
    [0, -(2 ** 31), 2 ** 31 - 1],
    [2 ** 31, -(2 ** 31) - 1, 1.5, "1", null, parseExactJson("9007199254740993")],
  ],
  [
    "int64",
    [0, 2 ** 53, -(2 ** 63), parseExactJson("9223372036854775807"), parseExactJson("-9223372036854775808")],
    [
      2 ** 63,
      -(2 ** 63) - 2048,
      1.5,
      "1",
      null,
      parseExactJson("9223372036854775808"),
      parseExactJson("-9223372036854775809"),
      parseExactJson("12345678901234567890"),
    ],
  ],
  ["intOrString", [1, "a", parseExactJson("9007199254740993")], [1.5, null, {}, ["a"], true]],
  [
    { fields: {}, embedded: true },
    [{ apiVersion: "v1", kind: "Pod" }],
    [{}, { apiVersion: "v1", kind: "Pod", metadata: 1 }],
  ],
  ["number", [1.5, parseExactJson("9007199254740993")], ["1"]],
  ["string", ["", "1"], [1, null, parseExactJson("9007199254740993")]],
  [{ oneOf: ["a", 1] }, ["a", 1], ["b", "1", null]],
  [{ list: "string" }, [[], ["a"]], [["a", 1], {}, "a"]],
  [{ map: "integer" }, [{}, { a: 1 }], [{ a: "1" }, [], null]],
  // Every object has a function of this name, and no field.
  [{ fields: Object.fromEntries([["toString", "string" as const]]) }, [{}, { toString: "a" }], [{ toString: 1 }]],
  [{ fields: {}, required: ["toString"] }, [{ toString: 1 }], [{}]],
  [{ nullable: { list: "string" } }, [null, ["a"]], [[null], "a", undefined]],
  [object, [{ a: "" }, { a: "", b: null, c: 1 }], [{}, { a: 1 }, { a: "", b: 1 }, [], "a"]],
])("%j", (shape, right, wrong) => {
  expect(right.filter((value) => !hasShape(value, shape))).toEqual([]);
  expect(wrong.filter((value) => hasShape(value, shape))).toEqual([]);
});

const holder: ValueShape = { fields: { a: "string", any: "any", list: { list: object }, map: { map: "integer" } } };

it.each<[ValueShape, unknown, unknown]>([
  [object, { a: null, b: null, c: null }, { b: null, c: null }],
  [holder, { a: null, any: null, list: null, map: null }, { any: null }],
  [holder, { list: [{ a: null }, null], map: { a: null, b: 1 } }, { list: [{}, null], map: { b: 1 } }],
  [{ nullable: object }, null, null],
  [{ nullable: object }, { a: null }, {}],
  [{ fields: { a: { oneOf: ["x", null] }, b: { oneOf: ["x"] } } }, { a: null, b: null }, { a: null }],
  [{ map: { nullable: "string" } }, { a: null }, { a: null }],
  [object, "a", "a"],
  [{ list: object }, { a: null }, { a: null }],
  [{ fields: {} }, JSON.parse('{"__proto__":null}'), JSON.parse('{"__proto__":null}')],
])("the API server drops nulls that a value of %j cannot have: of %j", (shape, value, want) => {
  const before = JSON.stringify(value);
  expect(withoutNulls(value, shape)).toEqual(want);
  expect(JSON.stringify(value)).toBe(before);
});

it("a number with as many digits as a floating-point number can have is no int64", () => {
  const long = parseExactJson("9".repeat(308));
  expect([hasShape(long, "int64"), hasShape(long, "int32"), hasShape(long, "integer")]).toEqual([false, false, true]);
});

/** Each is what kube-apiserver cannot read, or can. */
it.each<[unknown, boolean]>([
  [null, true],
  [{}, true],
  [{ unknown: 1, name: "a", labels: { a: "b" }, annotations: null, finalizers: ["a"], generation: 1 }, true],
  [{ creationTimestamp: "2026-01-02T03:04:05Z", deletionTimestamp: "2026-01-02T03:04:05.123+01:00" }, true],
  [{ ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a", uid: "u", controller: true }] }, true],
  [{ managedFields: [{ manager: "a", time: null, fieldsV1: { "f:spec": {} } }] }, true],
  ["a", false],
  [[], false],
  [{ name: 1 }, false],
  [{ labels: 5 }, false],
  [{ labels: { a: 1 } }, false],
  [{ annotations: ["a"] }, false],
  [{ finalizers: "a" }, false],
  [{ finalizers: [1] }, false],
  [{ generation: "1" }, false],
  [{ generation: 1.5 }, false],
  [{ creationTimestamp: "" }, false],
  [{ creationTimestamp: "yesterday" }, false],
  [{ creationTimestamp: "2026-13-02T03:04:05Z" }, false],
  [{ creationTimestamp: "2026-02-30T00:00:00Z" }, false],
  [{ creationTimestamp: "2024-02-29T23:59:59-23:59" }, true],
  [{ creationTimestamp: "2026-01-01T24:00:00Z" }, false],
  [{ creationTimestamp: "2026-01-01T00:00:00+24:00" }, false],
  [{ creationTimestamp: "9999-12-31T23:59:59-23:00" }, false],
  [{ generation: 2 ** 63 }, false],
  [{ deletionGracePeriodSeconds: -1 }, true],
  [{ ownerReferences: [{ controller: "yes" }] }, false],
  [{ ownerReferences: {} }, false],
  [{ managedFields: [{ fieldsV1: 1 }] }, false],
  [{ managedFields: [{ time: 1 }] }, false],
])("an embedded object with the metadata %j is restored: %s", (metadata, want) => {
  expect(hasShape({ apiVersion: "v1", kind: "Pod", metadata, spec: 1 }, "embeddedResource")).toBe(want);
});

it.each<[unknown]>([[null], ["a"], [[]], [{}], [{ apiVersion: "v1" }], [{ apiVersion: 1, kind: "A" }]])(
  "%j is no embedded object",
  (value) => {
    expect(hasShape(value, "embeddedResource")).toBe(false);
  },
);
