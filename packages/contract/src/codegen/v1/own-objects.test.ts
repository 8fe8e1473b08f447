// Objects that one version has alone, and a required field of theirs that is elsewhere in the other version.
import { expect, test } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import type { Fields } from "./fields.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const planOf = (rules: ConversionRules): ConversionPlan => ({
  ...planOfFoo,
  rules,
});
const object = (version: string, spec?: object, metadata: object = {}): Fields => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata,
  ...(spec && { spec }),
});

test("a default makes the required objects around it, and no object around those", () => {
  const plan = planOf({ fields: [{ older: ["spec", "x"], newer: ["spec", "a", "b", "x"], default: "d", within: 1 }] });
  const toNewer = (spec?: object): object => convertTo("newer", plan, { object: object("v1", spec) });
  expect(toNewer({})).toEqual(object("v2", { a: { b: { x: "d" } } }));
  expect(toNewer({ x: "1" })).toEqual(object("v2", { a: { b: { x: "1" } } }));
  expect(toNewer()).toEqual(object("v2"));
});

test("what is kept comes back into an object, and does not make one that needs another field", () => {
  const plan = planOf({
    fields: [
      { older: ["spec", "x"], newer: ["spec", "o", "x"], shape: "string", anchor: 1 },
      { newer: ["spec", "o", "y"], shape: "string", anchor: 1, inside: 2 },
    ],
    onlyIn: [
      { side: "newer", path: ["spec", "o"] },
      { side: "newer", path: ["spec", "o", "p"], anchor: 1, inside: 2 },
    ],
  });
  const hub = object("v2", { o: { x: "1", y: "2", p: {} } });
  const older = convertTo("older", plan, { object: hub });
  expect(older).toMatchObject({ spec: { x: "1" } });
  expect(convertTo("newer", plan, { object: older })).toEqual(hub);
  expect(convertTo("newer", plan, { object: { ...older, spec: {} } })).toEqual(object("v2", {}));
  expect(convertTo("newer", plan, { object: { ...older, spec: { x: "3" } } })).toEqual(
    object("v2", { o: { x: "3", y: "2", p: {} } }),
  );
});

test("an object that a default makes on the way back is not there, as long as nothing else is in it", () => {
  const fields = [
    { older: ["status", "x"], newer: ["spec", "x"], default: "d", shape: "string" },
    { older: ["spec", "a"], newer: ["spec", "a"], shape: "string" },
  ] as const;
  const plan: ConversionPlan = { ...planOf({ fields, emptied: [{ side: "older", path: ["status"] }] }), hub: "older" };
  const hub = object("v1", { a: "1" });
  const newer = convertTo("newer", plan, { object: hub });
  expect(newer).toMatchObject({ spec: { a: "1", x: "d" } });
  expect(convertTo("older", plan, { object: newer })).toEqual(hub);
  expect(convertTo("older", plan, { object: { ...newer, status: { z: "2" } } })).toEqual({
    ...hub,
    status: { z: "2" },
  });
  expect(convertTo("older", plan, { object: { ...newer, spec: { a: "1", x: "3" } } })).toEqual({
    ...hub,
    status: { x: "3" },
  });
});

test("a default stays where its absence would not make it again", () => {
  const fields = [
    { older: ["spec", "x"], newer: ["status", "x"], default: "d", shape: "string" },
    { older: ["spec", "y"], newer: ["status", "y"], shape: "string" },
  ] as const;
  const plan: ConversionPlan = { ...planOf({ fields, emptied: [{ side: "newer", path: ["status"] }] }), hub: "older" };
  const hub = { ...object("v1"), status: { z: "1" } };
  const newer = convertTo("newer", plan, { object: hub });
  expect(newer).toMatchObject({ status: { z: "1", x: "d" } });
  expect(convertTo("older", plan, { object: newer })).toEqual(hub);
  expect(convertTo("older", plan, { object: { ...newer, status: { x: "d" } } })).toEqual(object("v1", { x: "d" }));
  expect(convertTo("older", plan, { object: { ...newer, status: { x: "d", y: "2" } } })).toMatchObject({
    spec: { y: "2" },
  });
});
