// What does not fit into the annotation, however it is nested, and what cannot be read from it.
import { isCapstanError, parseExactJson, stringifyExactJson } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { rawConversionData, takeConversionData, writeConversionData } from "./conversion-data.ts";
import type { Fields } from "./fields.ts";

function nested(levels: number, value: unknown): Fields {
  let here: Fields = { a: value };
  for (let level = 1; level < levels; level += 1) here = { a: here };
  return here;
}

test("large data that is nested deep is named after little work, by the beginning of its path", () => {
  const before = process.threadCpuUsage();
  let caught: unknown;
  try {
    writeConversionData({}, { parts: { spec: nested(490, "x".repeat(4_000_000)) }, forVersions: {} }, {});
  } catch (error) {
    caught = error;
  }
  const { user, system } = process.threadCpuUsage(before);
  expect(isCapstanError(caught, "conversion/data-too-large") && caught.message).toMatch(
    /^spec\.a\.a\.a does not exist/,
  );
  expect((user + system) / 1000).toBeLessThan(1000);
});

const annotation = "cluster.x-k8s.io/conversion-data";
const limit = 262_144;
const plan = { hub: "newer", rules: { fields: [] } } as const;

test("all annotations together may have exactly as many bytes as the API server allows", () => {
  const write = (more: number): Fields => {
    const others = { ä: "ö" };
    const rest = Buffer.byteLength(`äö${annotation}{"a":""}`);
    const object: Fields = { metadata: { annotations: others } };
    writeConversionData(object, { parts: { a: "x".repeat(limit - rest + more) }, forVersions: {} }, {});
    return object;
  };
  const { annotations } = write(0)["metadata"] as { annotations: Record<string, string> };
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
  expect(size).toBe(limit);
  expect(() => write(1)).toThrow(`grows the annotations to ${limit + 1} bytes; at most ${limit} are allowed`);
});

describe("the path of what is too large leads to the largest part", () => {
  const x = (length: number): string => "x".repeat(length);
  test.each<[Fields, string]>([
    [{ spec: { a: x(1000), b: x(limit), c: x(1000) } }, "spec.b"],
    [{ spec: { a: x(limit) }, status: { b: x(10) } }, "spec.a"],
    // Neither of the two has half of it.
    [{ spec: { a: x(limit), b: x(limit) } }, "spec"],
    [{ spec: { a: [x(limit)] } }, "spec.a"],
  ])("%#", (parts, path) => {
    expect(() => writeConversionData({}, { parts, forVersions: {} }, {})).toThrow(`${path} does not exist`);
  });

  test("of what the hub keeps for other versions too", () => {
    const forVersions = { v1: { spec: { old: x(limit) } } };
    expect(() => writeConversionData({}, { parts: { spec: 1 }, forVersions: {} }, {})).not.toThrow();
    expect(() => writeConversionData({}, { parts: {}, forVersions }, {})).toThrow("spec.old does not exist");
  });
});

test("nothing is written where nothing is lost", () => {
  const object: Fields = { metadata: { name: "a" } };
  writeConversionData(object, { parts: {}, forVersions: { v1: {} } }, {});
  expect(object).toEqual({ metadata: { name: "a" } });
});

test.each([
  ['{"spec":1}', { parts: { spec: 1 }, forVersions: {} }],
  ['{"spec":1,"keptFor":{"v1":{"a":2}}}', { parts: { spec: 1 }, forVersions: { v1: { a: 2 } } }],
  // Nobody listens to problems here.
  ['{"keptFor":7}', { parts: {}, forVersions: {} }],
  ['{"keptFor":{"v1":7,"v2":{}}}', { parts: {}, forVersions: { v2: {} } }],
  ["{", { parts: {}, forVersions: {} }],
])("%s is read, and removed with the list of annotations that it leaves empty", (text, want) => {
  const object: Fields = { metadata: { name: "a", annotations: { [annotation]: text } } };
  expect(takeConversionData(object, plan, {})).toEqual(want);
  expect(object).toEqual({ metadata: { name: "a" } });
});

test("a string that is longer than annotations can be is not read", () => {
  const text = JSON.stringify({ spec: "x".repeat(262_134) });
  expect([text.length, rawConversionData(text, JSON.parse).parts]).toEqual([262_145, {}]);
  expect(rawConversionData(text.replace("x", ""), JSON.parse).parts).not.toEqual({});
});

test("all who read the data look at the same versions", () => {
  const keptFor = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [String(i), { a: 1 }]));
  const text = JSON.stringify({ keptFor: { ...keptFor, v1: { a: 1 } } });
  const object: Fields = { metadata: { annotations: { [annotation]: text } } };
  const { forVersions } = rawConversionData(text, JSON.parse);
  expect(Object.keys(forVersions)).toHaveLength(32);
  expect(forVersions).toEqual(takeConversionData(object, plan, {}).forVersions);
});

test.each([
  [{ parts: { spec: 1 }, forVersions: {} }, '{"spec":1}'],
  [{ parts: { spec: 1 }, forVersions: { v1: { a: 2 } } }, '{"spec":1,"keptFor":{"v1":{"a":2}}}'],
])("%j is the data of %s", (data, text) => {
  expect(rawConversionData(text, JSON.parse)).toEqual(data);
});

test("of thousands of versions that a kind cannot have, few are looked at", () => {
  const versions = Array.from({ length: 10_000 }, (_, i) => [`v${i + 1}`, { a: 1 }]);
  const keptFor = Object.fromEntries(versions);
  const object: Fields = { metadata: { name: "a", annotations: { [annotation]: JSON.stringify({ keptFor }) } } };
  const found: string[] = [];
  const { forVersions } = takeConversionData(object, plan, { report: ({ code }) => void found.push(code) });
  expect(forVersions).toEqual(Object.fromEntries(versions.slice(0, 32)));
  expect(found).toEqual(["conversion/data-invalid"]);
});

test.each([
  ['{"spec":{"a":1},"status":null}', { parts: { spec: { a: 1 }, status: null }, forVersions: {} }],
  ['{"spec":1,"keptFor":{"v1":{"a":2},"v2":7}}', { parts: { spec: 1 }, forVersions: { v1: { a: 2 }, v2: 7 } }],
  ['{"spec":1,"keptFor":7}', { parts: { spec: 1 }, forVersions: {} }],
  ["{", { parts: {}, forVersions: {} }],
  ["[1]", { parts: {}, forVersions: {} }],
  [`{"spec":${"[".repeat(600)}${"]".repeat(600)}}`, { parts: {}, forVersions: {} }],
])("the text %s is read as it is", (text, want) => {
  expect(rawConversionData(text, JSON.parse)).toEqual(want);
});

test("an object without annotations has no data", () => {
  expect(takeConversionData({ metadata: {} }, plan, {})).toEqual({ parts: {}, forVersions: {} });
  expect(takeConversionData({}, plan, {})).toEqual({ parts: {}, forVersions: {} });
});

test("other annotations stay, and are no data", () => {
  const object: Fields = { metadata: { annotations: { other: "{" } } };
  const found: string[] = [];
  expect(takeConversionData(object, plan, { report: ({ code }) => void found.push(code) })).toEqual({
    parts: {},
    forVersions: {},
  });
  expect([object, found]).toEqual([{ metadata: { annotations: { other: "{" } } }, []]);
});

test("what was kept of an object that webhooks accept can be read again", () => {
  // As many different beginnings of names as fit: a hundred in each object.
  const tags = Array.from({ length: 210 }, (_, object) =>
    Object.fromEntries(Array.from({ length: 100 }, (__, index) => [`k${object * 100 + index}`, ""])),
  );
  const data = { parts: { spec: { tags } }, forVersions: { v1: nested(499, 1) } };
  const object: Fields = { metadata: {} };
  writeConversionData(object, data, {});
  const problems: unknown[] = [];
  expect(takeConversionData(object, plan, { report: (problem) => problems.push(problem) })).toEqual(data);
  expect(problems).toEqual([]);
});

test("what could not be read again fails the conversion: numbers that are longer than they were read, and levels", () => {
  const json = { parse: parseExactJson, stringify: stringifyExactJson };
  const write = (data: Parameters<typeof writeConversionData>[1]) => (): Fields => {
    const object: Fields = {};
    writeConversionData(object, data, { json });
    return takeConversionData(object, plan, { json }).parts;
  };
  const numbers = (count: number): Fields => ({ spec: { sizes: Array.from({ length: count }, () => 1e17) } });
  expect(write({ parts: numbers(10_000), forVersions: {} })()).toHaveProperty("spec");
  const message =
    "spec.sizes does not exist in the other version and could not be read again from the annotation: it has more than 10,000 whole numbers beyond 2^53, or more than 502 levels";
  expect(write({ parts: numbers(10_001), forVersions: {} })).toThrow(message);
  expect(write({ parts: {}, forVersions: { v1: numbers(10_001) } })).toThrow(message);
  expect(write({ parts: nested(502, 1), forVersions: {} })).not.toThrow();
  expect(write({ parts: nested(503, 1), forVersions: {} })).toThrow("a.a.a.a does not exist");
});
