// Objects that have one of several fields at most: what was kept in one does not come back beside another that a client has set.
import { expect, test } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { templatePlan } from "./template-plan.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const exclusive = [["spec", "x", "b"]];
const rules: ConversionRules = {
  fields: [
    { older: ["spec", "x", "a"], newer: ["spec", "x", "a", "v"], shape: "string", exclusive, anchor: 2 },
    { newer: ["spec", "x", "a", "h"], shape: "string", exclusive, anchor: 2 },
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
