// How many steps a conversion takes, and that those it may take are a short time.
import { errorFrom } from "@capstan/kube";
import { expect, test } from "vitest";
import { conversionBudget } from "./conversion-op.ts";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { mapToList } from "./list-ops.ts";
import { stepsFor } from "./steps.ts";

const renamed: ConversionRules = { fields: [{ older: ["a"], newer: ["b"] }, { newer: ["own"] }] };
const rules: ConversionRules = {
  fields: [{ older: ["spec", "zones"], newer: ["spec", "zones"], as: mapToList("name") }],
  elements: [
    { path: ["spec", "items"], form: "list", rules: renamed },
    {
      path: ["spec", "sites"],
      form: "map",
      rules: { fields: [], elements: [{ path: ["racks"], form: "list", rules: renamed }] },
    },
  ],
};
const plan: ConversionPlan = { group: "example.org", kind: "Foo", older: "v1", newer: "v2", hub: "newer", rules };

/** An object with its three rules, 6 for each object or element, and 2 for each element that is renamed. */
const root = 9;

test.each([
  { name: "nothing", spec: undefined, steps: root },
  { name: "a list", spec: { items: [{}, {}] }, steps: root + 2 * 8 },
  { name: "elements in elements", spec: { sites: { a: { racks: [{}, {}, {}] }, b: {}, c: 1 } }, steps: root + 45 },
  { name: "a map that becomes a list", spec: { zones: { a: {}, b: {} } }, steps: root + 12 },
  { name: "fields of other types", spec: { items: {}, sites: [], zones: "x" }, steps: root },
  { name: "what has no rule", spec: { other: [{}, {}, {}] }, steps: root },
])("steps of $name", ({ spec, steps }) => {
  expect(stepsFor({ spec }, { rules, side: "older" })).toBe(steps);
});

const withItems = (apiVersion: string, count: number, annotation?: string): object => ({
  apiVersion: `example.org/${apiVersion}`,
  kind: "Foo",
  metadata: annotation === undefined ? {} : { annotations: { "cluster.x-k8s.io/conversion-data": annotation } },
  spec: { items: Array.from({ length: count }, () => ({})) },
});
const most = Math.floor((conversionBudget.steps - root) / 8);

test("more steps than a conversion may take fail it before it begins, in both directions", () => {
  for (const [side, apiVersion] of [
    ["newer", "v1"],
    ["older", "v2"],
  ] as const) {
    expect(() => convertTo(side, plan, { object: withItems(apiVersion, most + 1) })).toThrow(
      `the conversion takes ${root + 8 * (most + 1)} steps, most of them for spec.items; at most 150000 are allowed`,
    );
    expect(convertTo(side, plan, { object: withItems(apiVersion, most) })["kind"]).toBe("Foo");
  }
});

test("a check can allow less", () => {
  const convert = (count: number): unknown =>
    convertTo("newer", plan, { object: withItems("v1", count), context: { budget: { steps: 100 } } });
  expect(convert(11)).toBeDefined();
  expect(() => convert(12)).toThrow("takes 105 steps");
});

test("kept data with more elements than an object may have was forged, and is ignored", () => {
  const parts = JSON.stringify({ spec: { items: Array.from({ length: most + 1 }, () => ({})) } });
  const versions = JSON.stringify({ keptFor: { v1: { spec: { items: Array.from({ length: most + 1 }, () => 1) } } } });
  const codes: string[] = [];
  const context = { report: ({ code }: { code: string }) => void codes.push(code) };
  expect(convertTo("newer", plan, { object: withItems("v1", 1, parts), context })["spec"]).toEqual({ items: [{}] });
  expect(convertTo("newer", plan, { object: withItems("v1", 1, versions), context })["spec"]).toEqual({ items: [{}] });
  expect(codes).toEqual(["conversion/data-unreadable", "conversion/data-invalid"]);
});

test("what a conversion may take is a short time", () => {
  const own = Array.from({ length: most }, (_, index) => ({ own: 1_000_000 + index }));
  const kept = JSON.stringify({ spec: { items: own.slice(0, 15_000) } });
  const attempt = (side: "older" | "newer", object: object): string => {
    try {
      return String(convertTo(side, plan, { object })["kind"]);
    } catch (error) {
      return errorFrom(error).message;
    }
  };
  const before = process.threadCpuUsage();
  const ends = [
    attempt("newer", withItems("v1", most)),
    attempt("newer", withItems("v1", most, kept)),
    attempt("older", withItems("v2", most)),
    attempt("older", { ...withItems("v2", 0), spec: { items: own } }),
  ];
  const { user, system } = process.threadCpuUsage(before);
  // The last one's data is too large for the annotation, which is known at the end.
  expect(ends).toEqual(["Foo", "Foo", "Foo", expect.stringContaining("at most 262144 are allowed")]);
  // Each of the four a tenth of a second where nothing else runs; several times as much is a mistake.
  expect((user + system) / 1000).toBeLessThan(1500);
});

test("elements are not counted one by one when there are too many of them", () => {
  const fields = Array.from({ length: 40 }, (_, index) => ({
    older: [`a${index}`],
    newer: [`a${index}`],
    as: mapToList("name"),
  }));
  const items: ConversionRules = {
    fields: [],
    elements: [{ path: ["spec", "items"], form: "list", rules: { fields } }],
  };
  const object = withItems("v1", 185_000);
  const before = process.threadCpuUsage().user;
  expect(() => convertTo("newer", { ...plan, rules: items }, { object })).toThrow(
    /takes 8510007 steps, most of them for spec\.items/,
  );
  // Seconds when each is counted, and twice.
  expect(process.threadCpuUsage().user - before).toBeLessThan(200_000);
});

test("the longest list is named, wherever it stands", () => {
  const limited = (spec: object): unknown =>
    convertTo("newer", plan, { object: { ...withItems("v1", 0), spec }, context: { budget: { steps: 60 } } });
  const many = { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {} };
  expect(() => limited({ items: [{}], zones: many })).toThrow("most of them for spec.zones");
  expect(() => limited({ items: [{}, {}, {}, {}, {}, {}], zones: { a: {} } })).toThrow("most of them for spec.items");
  expect(() =>
    convertTo(
      "newer",
      { ...plan, rules: { fields: [] } },
      { object: withItems("v1", 0), context: { budget: { steps: 5 } } },
    ),
  ).toThrow("takes 6 steps, most of them for ; at most 5");
});
