// How much it takes to restore parts of objects that the other version rejects when they are empty: each such object is decided once, with its own rules.
import { expect, test } from "vitest";
import { isInNewObject, markGained } from "./anchors.ts";
import type { ConversionOp } from "./conversion-op.ts";
import type { ContainerRule, ConversionPlan, ConversionRules, FieldRule, Side } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const planOf = (rules: ConversionRules): ConversionPlan => ({
  ...planOfFoo,
  rules: { fields: [], elements: [{ path: ["spec", "items"], form: "list", keys: ["name"], rules }] },
});

/** A field of both versions whose conversions are counted. */
const counted = (container: string): { readonly rule: FieldRule; readonly calls: () => number } => {
  let calls = 0;
  const count = (value: unknown): unknown => {
    calls += 1;
    return value;
  };
  const as: ConversionOp = { toNewer: count, toOlder: count };
  const path = [container, "mode"];
  return { rule: { older: path, newer: path, as, shape: "string" }, calls: () => calls };
};

const added = (container: string, count: number): FieldRule[] =>
  Array.from({ length: count }, (_, index) => ({ newer: [container, `x${index}`], shape: "string" }));

const items = (count: number, item: object): object => ({
  apiVersion: "g.io/v2",
  kind: "Foo",
  metadata: {},
  spec: { items: Array.from({ length: count }, (_, index) => ({ name: index.toString(36), ...item })) },
});

test("what an object's absence means is decided once for each object, not for each field in it", () => {
  const mode = counted("c");
  const plan = planOf({
    fields: [mode.rule, ...added("c", 24)],
    notEmpty: [{ side: "older", path: ["c"] }],
  });
  const hub = items(10, { c: { x0: "a" } });
  const older = convertTo("older", plan, { object: hub });
  expect(older).toHaveProperty("spec.items.3", { name: "3" });
  const before = mode.calls();
  expect(convertTo("newer", plan, { object: older })).toEqual(hub);
  // For each of ten elements: the conversion and the decision.
  expect(mode.calls() - before).toBe(20);
});

test("of several objects, each is decided with the rules for its own fields", () => {
  const names = Array.from({ length: 24 }, (_, index) => `c${index}`);
  const modes = names.map(counted);
  const plan = planOf({
    fields: modes.flatMap(({ rule }, index) => [rule, ...added(`c${index}`, 1)]),
    notEmpty: names.map((name) => ({ side: "older", path: [name] })),
  });
  const hub = items(10, Object.fromEntries(names.map((name) => [name, { x0: "a" }])));
  const older = convertTo("older", plan, { object: hub });
  expect(older).toHaveProperty("spec.items.3", { name: "3" });
  const before = modes.map(({ calls }) => calls());
  expect(convertTo("newer", plan, { object: older })).toEqual(hub);
  expect(modes.map(({ calls }, index) => calls() - (before[index] ?? 0))).toEqual(names.map(() => 20));
});

test("for elements with many objects, each rule and each object is looked up, and not compared with all others", () => {
  // Compared with each other, ten times as many are looked at a hundred times as often.
  expect(looksAt(200) / looksAt(20)).toBeLessThan(15);
});

/** How often conversions look at a property of a rule or of an object's rule, with so many objects in each element. */
function looksAt(count: number): number {
  let looks = 0;
  const counted = <T extends object>(rule: T): T =>
    new Proxy(rule, {
      get(target, name, receiver): unknown {
        looks += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const fields = names.flatMap((name) => added(name, 1)).map(counted);
  const objectsOf = (side: Side): ContainerRule[] => names.map((name) => counted({ side, path: [name] }));
  const hubOf = (field: object): object => items(20, Object.fromEntries(names.map((name) => [name, field])));
  const refused = planOf({ fields, notEmpty: objectsOf("older") });
  const older = convertTo("older", refused, { object: hubOf({}) });
  expect(older).toHaveProperty("spec.items.3", { name: "3" });
  expect(convertTo("newer", refused, { object: older })).toEqual(hubOf({}));
  const left = planOf({ fields, emptied: objectsOf("newer") });
  const kept = convertTo("older", left, { object: hubOf({ x0: "a" }) });
  expect(convertTo("newer", left, { object: kept })).toEqual(hubOf({ x0: "a" }));
  return looks;
}

test.each([
  ["that was removed", {}, false],
  ["that has none of others", { a: false }, false],
  ["that has one of others", { a: false, c: 1 }, true],
])(
  "an object is a new one with more than some fields when it has an inner object, new itself, %s",
  (_, inner, want) => {
    const kept = { spec: { o: { b: null, p: { a: null } } } };
    for (const path of [
      ["spec", "o"],
      ["spec", "o", "p"],
    ])
      markGained(kept, path);
    const others = [
      ["spec", "o", "b"],
      ["spec", "o", "p", "a"],
    ];
    const object = { spec: { o: { b: false, p: inner } } };
    expect(isInNewObject(object, kept, { path: ["spec", "o", "b"], others })).toBe(want);
  },
);

test("an object is a new one with more than some fields when it has another object", () => {
  const kept = { spec: { o: { b: null } } };
  markGained(kept, ["spec", "o"]);
  const object = { spec: { o: { b: false, q: {} } } };
  const b = ["spec", "o", "b"];
  expect(isInNewObject(object, kept, { path: b, others: [b] })).toBe(true);
});
