// The predicates of declared losses, each on values at the edge of what it covers. Suites of conversions use them only on random objects.
import { describe, expect, test } from "vitest";
import {
  anyFields,
  anyValue,
  beyondInt32,
  emptyFields,
  emptyObject,
  foreignReference,
  namedBy,
  namedTogether,
  notOneValue,
  notPlainNumber,
  notWholeOf,
  notWholeSeconds,
  noValue,
  observedGenerations,
  oneOf,
  otherReference,
  otherThan,
  severities,
  unsortedBy,
  type LostValues,
} from "./lost-values.ts";

const object = { metadata: { namespace: "own" } };
const v1 = foreignReference("v1");
const node = otherReference("v1", "Node");
const sorted = unsortedBy("name");
const reference = { apiVersion: "g/v1", kind: "Foo", name: "a", namespace: "own" };
const isLost = (affects: LostValues, value: unknown): boolean => affects(value, object, object);

interface Case {
  readonly affects: LostValues;
  readonly lost: readonly unknown[];
  readonly kept: readonly unknown[];
}

const predicates: Readonly<Record<string, Case>> = {
  anyValue: { affects: anyValue, lost: [null, "", 0, false, {}], kept: [undefined] },
  noValue: { affects: noValue, lost: [undefined], kept: [null, "", 0, {}] },
  emptyObject: { affects: emptyObject, lost: [{}], kept: [undefined, null, "", [], { a: undefined }] },
  emptyFields: {
    affects: emptyFields,
    lost: [{}, { a: "", b: 0, c: false, d: undefined }, { a: { b: {} } }],
    kept: [undefined, "", 0, { a: 1 }, { a: "x" }, { a: true }, { a: null }, { a: [] }, { a: { b: 1 } }],
  },
  otherThan: { affects: otherThan({ a: 1 }), lost: [undefined, { a: 2 }, {}], kept: [{ a: 1 }] },
  oneOf: { affects: oneOf("a", 0), lost: ["a", 0], kept: [undefined, "b", false] },
  namedBy: { affects: namedBy({ loses: (value: unknown) => value === "a" }), lost: ["a"], kept: [undefined, "b"] },
  notWholeSeconds: {
    affects: notWholeSeconds,
    lost: [90, "90s", "1.5s", "100ms", "1m", "0h1m0s", "-0s", "596523h14m8s", "-596523h14m9s", "1h60m0s", "s"],
    kept: [undefined, "0s", "59s", "1m30s", "10m0s", "1h0m0s", "-1m30s", "596523h14m7s", "-596523h14m8s", "24h0m0s"],
  },
  notPlainNumber: {
    affects: notPlainNumber(32),
    lost: ["", "a", "07", "+7", "-0", " 7", "7 ", "1.5", "2147483648", "-2147483649", 7],
    kept: [undefined, "0", "7", "-7", "10", "2147483647", "-2147483648"],
  },
  notPlainNumberOf64Bits: {
    affects: notPlainNumber(64),
    lost: ["9007199254740992", "-9007199254740992", "10000000000000000"],
    kept: ["2147483648", "9007199254740991", "-9007199254740991"],
  },
  notWholeOf: {
    affects: notWholeOf("Mi", 32),
    lost: ["0", "1Gi", "1.5Mi", "01Mi", "-0Mi", "1MiMi", "Mi", 1, "2147483648Mi", "-2147483649Mi"],
    kept: [undefined, "0Mi", "64Mi", "-1Mi", "2147483647Mi", "-2147483648Mi"],
  },
  notWholeOfOne: { affects: notWholeOf("", 64), lost: [5, "1k", "1.0"], kept: ["5", "0"] },
  anyFields: { affects: anyFields, lost: [{ a: 1 }, { a: undefined }], kept: [undefined, {}, true, "a"] },
  beyondInt32: {
    affects: beyondInt32,
    lost: [2_147_483_648, -2_147_483_649],
    kept: [undefined, "2147483648", 2_147_483_647, -2_147_483_648, 0],
  },
  foreignReference: {
    affects: v1,
    lost: [
      {},
      { ...reference, apiVersion: "g/v2" },
      { ...reference, apiVersion: "g/h/v1" },
      { ...reference, kind: "" },
      { ...reference, name: undefined },
      { ...reference, namespace: "other" },
      { ...reference, uid: "u" },
    ],
    kept: [undefined, "a", reference, { ...reference, apiVersion: "v1" }],
  },
  otherReference: {
    affects: node,
    lost: [
      {},
      { apiVersion: "v2", kind: "Node", name: "a" },
      { apiVersion: "v1", kind: "Pod", name: "a" },
      { apiVersion: "v1", kind: "Node", name: "" },
      { apiVersion: "v1", kind: "Node", name: "a", uid: "u" },
    ],
    kept: [undefined, null, "a", { apiVersion: "v1", kind: "Node", name: "a" }],
  },
  unsortedBy: {
    affects: sorted,
    lost: [
      [{ name: "b" }, { name: "a" }],
      [{ name: "a" }, { name: "a" }],
      [{ name: "\u{1F600}" }, { name: "\uFF5E" }],
    ],
    kept: [
      undefined,
      [],
      [{ name: "b" }],
      [{ name: "\uFF5E" }, { name: "\u{1F600}" }],
      [{ name: "a" }, { name: "b" }, { name: "c" }],
    ],
  },
  notOneValue: { affects: notOneValue, lost: [[], ["a", "b"]], kept: [undefined, "ab", { length: 2 }, ["a"]] },
  severities: {
    affects: severities,
    lost: [
      [{ type: "A", status: "False" }],
      [{ type: "A", status: "False", severity: "Error" }],
      [{ type: "A", status: "True", severity: "Info" }],
      [{ type: "A", status: "True", message: "" }],
      [{ type: "A", status: "True", reason: "" }],
      [{ type: "A", status: "True", reason: "NoReasonReported" }],
    ],
    kept: [
      undefined,
      [],
      [{ type: "A", status: "True" }],
      [{ type: "x A", status: "False", severity: "Info", reason: "1", message: "m" }],
    ],
  },
  observedGenerations: {
    affects: observedGenerations,
    lost: [[{ type: "A" }, { type: "B", observedGeneration: 0 }]],
    kept: [undefined, [{ type: "A" }]],
  },
};

describe.each(Object.entries(predicates))("%s", (_, { affects, lost, kept }) => {
  test.each(lost.map((value) => [value]))("covers %j", (value) => {
    expect(isLost(affects, value)).toBe(true);
  });
  test.each(kept.map((value) => [value]))("does not cover %j", (value) => {
    expect(isLost(affects, value)).toBe(false);
  });
});

test("a reference in an object without a namespace has an empty one", () => {
  expect(v1({ ...reference, namespace: "" }, {}, {})).toBe(false);
  expect(v1({ ...reference, namespace: "" }, { metadata: {} }, {})).toBe(false);
  expect(v1(reference, {}, {})).toBe(true);
});

test("a function for several fields gets those that are present, by their names", () => {
  const calls: unknown[] = [];
  const rule = {
    older: { host: "spec.host", size: "spec.disks[].size" },
    loses: (values: { host?: string }) => {
      calls.push(values);
      return values.host === "a";
    },
  };
  const affects = namedTogether({ ...rule, older: { host: "spec.host", port: "spec.port" } });
  expect(
    [{ spec: { host: "a", port: 1 } }, { spec: { host: "b" } }, { spec: {} }].map((at) => affects("", at, at)),
  ).toEqual([true, false, false]);
  expect(calls).toEqual([{ host: "a", port: 1 }, { host: "b" }]);
  const inTemplate = { spec: { template: { spec: { host: "a" } } } };
  const ofTemplate = namedTogether({ ...rule, older: { host: "spec.host" } }, "spec.template.");
  expect(ofTemplate("", inTemplate, inTemplate)).toBe(true);
  const ofElement = namedTogether({ ...rule, older: { host: "spec.disks[].host" } });
  expect(ofElement("", {}, { host: "a" })).toBe(true);
  const ofNewer = namedTogether({ ...rule, older: { host: "spec.old" }, newer: { host: "spec.new" } }, "", "newer");
  expect(ofNewer("", {}, { spec: { old: "b", new: "a" } })).toBe(true);
});

test.each([undefined, {}, { loses: ["a"] }, { loses: () => true }])("%j is no rule with functions", (rule) => {
  expect(() => namedTogether(rule)).toThrow("the rule has no function `loses`");
});

test("a rule without a function has no named values", () => {
  expect(() => namedBy({ loses: ["a"] })).toThrow("the rule has no function `loses`");
});
