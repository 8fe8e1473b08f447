// Objects that have one of several fields at most: what was kept in one does not come back beside another that a client has set.
import { expect, test } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { templatePlan } from "./template-plan.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const exclusive = [["spec", "x", "b"]];
const rules: ConversionRules = {
  fields: [
    {
      older: ["spec", "x", "a"],
      newer: ["spec", "x", "a", "v"],
      shape: "string",
      exclusive: { newer: exclusive },
      anchor: 2,
    },
    { newer: ["spec", "x", "a", "h"], shape: "string", exclusive: { newer: exclusive }, anchor: 2 },
  ],
  onlyIn: [{ side: "newer", path: ["spec", "x", "a"], anchor: 2, exclusive }],
};
const plan: ConversionPlan = { ...planOfFoo, rules };

test.each([
  ["a field", { v: "1", h: "2" }, { a: "1" }],
  ["an empty object", {}, {}],
])("%s", (_, a, shown) => {
  const back = (used: ConversionPlan, wrap: (x: object) => object, changed: object): unknown => {
    const hub = { apiVersion: "g.io/v2", kind: used.kind, metadata: {}, spec: wrap({ a }) };
    const read = convertTo("older", used, { object: hub });
    expect(read["spec"]).toEqual(wrap(shown));
    return convertTo("newer", used, { object: { ...read, spec: wrap(changed) } })["spec"];
  };
  const plain = (x: object): object => ({ x });
  const template = (x: object): object => ({ template: { spec: { x } } });
  expect(back(plan, plain, shown)).toEqual(plain({ a }));
  expect(back(plan, plain, { b: "3" })).toEqual(plain({ b: "3" }));
  expect(back(templatePlan(plan), template, shown)).toEqual(template({ a }));
  expect(back(templatePlan(plan), template, { b: "3" })).toEqual(template({ b: "3" }));
});

test("a kept value stays beside what the hub had although it rejects both, and goes when a client sets another", () => {
  const [a, b, f] = [
    ["spec", "x", "a"],
    ["spec", "x", "b"],
    ["spec", "x", "f"],
  ];
  const fields = [{ newer: f, shape: "string", exclusive: { newer: [a, b] } }] as const;
  const back = (x: object, changed: object): unknown => {
    const hub = { apiVersion: "g.io/v2", kind: "Foo", metadata: {}, spec: { x } };
    const read = convertTo("older", { ...planOfFoo, rules: { fields } }, { object: hub });
    const written = { ...read, spec: { x: changed } };
    return convertTo("newer", { ...planOfFoo, rules: { fields } }, { object: written })["spec"];
  };
  expect(back({ a: "1", f: "2" }, { a: "1" })).toEqual({ x: { a: "1", f: "2" } });
  expect(back({ a: "1", f: "2" }, { a: "3" })).toEqual({ x: { a: "3", f: "2" } });
  expect(back({ a: "1", f: "2" }, { b: "3" })).toEqual({ x: { b: "3" } });
  expect(back({ f: "2" }, { a: "1" })).toEqual({ x: { a: "1" } });
});

test("a kept field stays in a member that lacks it, where the hub had both", () => {
  const type = ["spec", "u", "type"];
  const fields = [
    { newer: ["spec", "u", "f"], shape: "string", members: { newer: [{ path: type, values: ["A"] }] } },
  ] as const;
  const back = (u: object, changed: object): unknown => {
    const hub = { apiVersion: "g.io/v2", kind: "Foo", metadata: {}, spec: { u } };
    const read = convertTo("older", { ...planOfFoo, rules: { fields } }, { object: hub });
    const written = { ...read, spec: { u: changed } };
    return convertTo("newer", { ...planOfFoo, rules: { fields } }, { object: written })["spec"];
  };
  expect(back({ type: "B", f: "1" }, { type: "B" })).toEqual({ u: { type: "B", f: "1" } });
  expect(back({ type: "B", f: "1" }, { type: "C" })).toEqual({ u: { type: "C" } });
  expect(back({ type: "A", f: "1" }, { type: "B" })).toEqual({ u: { type: "B" } });
});
