// Objects that are given away: what no rule changes is shared, and the object itself stays as it was.
import { deepClone } from "@capstan/kube";
import { expect, test } from "vitest";
import type { ConversionPlan, ConversionRules } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { copyForRules } from "./copy-for-rules.ts";
import type { Fields } from "./fields.ts";
import { listToMap } from "./list-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const planOf = (rules: ConversionRules): ConversionPlan => ({
  ...planOfFoo,
  rules,
});
const objectOf = (version: string, spec: object): Fields => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", labels: { app: "x" }, annotations: { own: "y" } },
  spec,
});

/** The result for an object that is given away, which is that for any other, and the object stays as it was. */
function given(rules: ConversionRules, object: Fields): Fields {
  const plan = planOf(rules);
  const side = object["apiVersion"] === "g.io/v2" ? "older" : "newer";
  const before = deepClone(object);
  const result = convertTo(side, plan, { object, context: { isGivenAway: true } });
  expect(object).toEqual(before);
  expect(result).toEqual(convertTo(side, plan, { object: before }));
  return result as unknown as Fields;
}

const specOf = (object: Fields): Fields => object["spec"] as Fields;

test("what no rule leads to is shared, and what one changes is not", () => {
  const spec = { name: "n", size: 1, list: [{ a: 1 }], deep: { in: { x: "1", rest: { y: 2 } } } };
  const result = given(
    { fields: [{ older: ["spec", "name"], newer: ["spec", "deep", "in", "name"] }] },
    objectOf("v1", spec),
  );
  expect(specOf(result)["list"]).toBe(spec.list);
  expect(specOf(result)["deep"]).not.toBe(spec.deep);
  expect(specOf(result)["deep"]).toMatchObject({ in: { name: "n" } });
  expect((specOf(result)["deep"] as typeof spec.deep).in.rest).toBe(spec.deep.in.rest);
});

test("without being given away, nothing is shared", () => {
  const spec = { list: [{ a: 1 }] };
  const result = convertTo("newer", planOf({ fields: [] }), { object: objectOf("v1", spec) });
  expect(result["spec"]).toEqual(spec);
  expect((result as unknown as { readonly spec: typeof spec }).spec.list).not.toBe(spec.list);
});

const rules: readonly (readonly [string, ConversionRules, object, object])[] = [
  ["a null", { fields: [{ older: ["spec", "a"], newer: ["spec", "b"] }] }, { a: null }, { b: null }],
  [
    "two fields that change places",
    {
      fields: [
        { older: ["spec", "a"], newer: ["spec", "b"] },
        { older: ["spec", "b"], newer: ["spec", "a"] },
      ],
    },
    { a: { x: 1 }, b: { x: 2 } },
    { a: { x: 2 }, b: { x: 1 } },
  ],
  [
    "a field that moves into an object that moves",
    {
      fields: [
        { older: ["spec", "a"], newer: ["spec", "b"] },
        { older: ["spec", "x"], newer: ["spec", "b", "in", "x"] },
      ],
    },
    { a: { in: { y: 1 } }, x: 2 },
    { b: { in: { x: 2, y: 1 } } },
  ],
  [
    "a field that leaves an object before that moves",
    {
      fields: [
        { older: ["spec", "a", "x"], newer: ["spec", "x"] },
        { older: ["spec", "a"], newer: ["spec", "b"] },
      ],
    },
    { a: { x: 1, y: 2 } },
    { b: { y: 2 }, x: 1 },
  ],
  [
    "a field that leaves an object before that moves out of one that goes",
    {
      fields: [
        { older: ["spec", "o", "a", "x"], newer: ["spec", "x"] },
        { older: ["spec", "o", "a"], newer: ["spec", "b"] },
      ],
      onlyIn: [{ side: "older", path: ["spec", "o"] }],
    },
    { o: { a: { x: 1, y: 2 } } },
    { b: { y: 2 }, x: 1 },
  ],
  [
    "an object that moves with a field for which there is a rule behind its own",
    { fields: [{ older: ["spec", "a"], newer: ["spec", "b"] }, { older: ["spec", "a", "x"] }] },
    { a: { x: 1, y: 2 } },
    { b: { x: 1, y: 2 } },
  ],
  [
    "an object that goes with what the other version does not have",
    {
      fields: [{ older: ["spec", "o", "x"], newer: ["spec", "x"] }],
      onlyIn: [{ side: "older", path: ["spec", "o"] }],
    },
    { o: { x: 1, unknown: 2 } },
    { x: 1 },
  ],
  [
    "the elements of a list, and fields in objects of them",
    {
      fields: [],
      elements: [
        {
          path: ["spec", "list"],
          form: "list",
          keys: ["name"],
          rules: { fields: [{ older: ["in", "a"], newer: ["in", "b"] }] },
        },
      ],
    },
    { list: [{ name: "1", in: { a: 1, c: 2 } }, { name: "2" }] },
    { list: [{ name: "1", in: { b: 1, c: 2 } }, { name: "2" }] },
  ],
  [
    "the values of a map, and fields of them",
    {
      fields: [],
      elements: [
        { path: ["spec", "map"], form: "map", rules: { fields: [{ older: ["in", "a"], newer: ["in", "b"] }] } },
      ],
    },
    { map: { x: { in: { a: 1 } }, y: { in: { c: 2 } } } },
    { map: { x: { in: { b: 1 } }, y: { in: { c: 2 } } } },
  ],
  [
    "elements themselves",
    {
      fields: [],
      elements: [
        {
          path: ["spec", "list"],
          form: "list",
          values: true,
          rules: { fields: [{ older: ["value", "a"], newer: ["value", "b"] }] },
        },
      ],
    },
    { list: [{ a: { x: 1 } }] },
    { list: [{ b: { x: 1 } }] },
  ],
  [
    "the elements of a list that a form makes of a map",
    {
      fields: [{ older: ["spec", "list"], newer: ["spec", "list"], as: listToMap("name") }],
      elements: [
        { path: ["spec", "list"], form: "map", rules: { fields: [{ older: ["in", "a"], newer: ["in", "b"] }] } },
      ],
    },
    { list: [{ name: "x", in: { a: 1 } }] },
    { list: { x: { in: { b: 1 } } } },
  ],
  [
    "objects that are emptied",
    {
      fields: [{ older: ["spec", "o", "x"], newer: ["spec", "x"] }],
      emptied: [{ side: "older", path: ["spec", "o"] }],
    },
    { o: { x: 1 } },
    { x: 1 },
  ],
  [
    "nulls in a map that the other version does not have",
    { fields: [], nulls: [{ of: "older", older: ["spec", "map"], newer: ["spec", "map"], ofValues: true }] },
    { map: { a: null, b: "1" } },
    { map: { b: "1" } },
  ],
];

test.each(rules)("%s", (_, one, older, newer) => {
  expect(specOf(given(one, objectOf("v1", older)))).toEqual(newer);
  given(one, objectOf("v2", newer));
});

test("functions of several fields get what an object has, whether or not other fields are taken from it", () => {
  const same = (values: object): object => values;
  const group = {
    name: "g",
    as: { forward: same, back: same },
    older: [
      { name: "a", path: ["spec", "o", "a"], shape: "string" },
      { name: "b", path: ["spec", "b"], shape: "string" },
    ],
    newer: [
      { name: "a", path: ["spec", "a"], shape: "string" },
      { name: "b", path: ["spec", "p", "b"], shape: "string" },
    ],
  } as const;
  const onlyIn = [
    { side: "older", path: ["spec", "o"] },
    { side: "newer", path: ["spec", "p"] },
  ] as const;
  const one: ConversionRules = { fields: [], together: [group], onlyIn };
  expect(specOf(given(one, objectOf("v1", { o: { a: "1" }, b: "2" })))).toEqual({ a: "1", p: { b: "2" } });
  expect(specOf(given(one, objectOf("v1", { o: {}, c: 1 })))).toEqual({ c: 1 });
  given(one, objectOf("v2", { a: "1", p: { b: "2" } }));
});

test("an object of which something is kept comes back whole", () => {
  const one: ConversionRules = {
    fields: [
      { newer: ["spec", "o", "x"], shape: "string", anchor: 1 },
      { older: ["spec", "a"], newer: ["spec", "b"] },
    ],
  };
  const there = given(one, objectOf("v2", { o: { x: "1", y: "2" }, b: "3" }));
  expect(there).toMatchObject({ metadata: { annotations: { own: "y" } }, spec: { o: { y: "2" }, a: "3" } });
  const back = convertTo("newer", planOf(one), { object: there, context: { isGivenAway: true } });
  expect(back).toEqual(objectOf("v2", { o: { x: "1", y: "2" }, b: "3" }));
});

const [x, y, list] = [{ n: 1 }, { n: 2 }, [{ n: 3 }]];
/** Of a part that is shared, the copy has the very same object. */
const isSame = (one: unknown, other: unknown): void => expect(one).toBe(other);

test("a field that is taken is not in the copy, and what it is taken out of is a copy", () => {
  const object: Fields = { o: { x, y }, list };
  const { copy, taken } = copyForRules(object, { fields: [{ older: ["o", "x"], newer: ["x"] }] }, "older");
  expect(copy).toEqual({ o: { y }, list });
  expect([...taken]).toEqual([[["o", "x"], x]]);
  isSame([...taken.values()][0], x);
  isSame((copy["o"] as Fields)["y"], y);
  isSame(copy["list"], list);
  expect(object).toEqual({ o: { x, y }, list });
});

test("of the other version nothing of it is taken", () => {
  const { copy, taken } = copyForRules({ o: { x } }, { fields: [{ older: ["o", "x"], newer: ["x"] }] }, "newer");
  expect(copy).toEqual({ o: { x } });
  expect(taken.size).toBe(0);
});

test("a field that is taken with what rules change in it is a copy", () => {
  const rules: ConversionRules = {
    fields: [
      { older: ["a"], newer: ["b"] },
      { older: ["c"], newer: ["b", "c"] },
    ],
  };
  const { copy, taken } = copyForRules({ a: { x }, c: y }, rules, "older");
  expect(copy).toEqual({});
  const [a, c] = [...taken.values()];
  expect(a).toEqual({ x });
  expect((a as Fields)["x"]).not.toBe(x);
  isSame(c, y);
});

test("an object of one version goes at once, with what is taken out of it", () => {
  const rules: ConversionRules = {
    fields: [{ older: ["o", "x"], newer: ["x"] }],
    onlyIn: [{ side: "older", path: ["o"] }],
  };
  const { copy, taken } = copyForRules({ o: { x, y }, p: 1 }, rules, "older");
  expect(copy).toEqual({ p: 1 });
  expect([...taken]).toEqual([[["o", "x"], x]]);
});

test("nulls, and lists without elements that change, are as they are", () => {
  const rules: ConversionRules = {
    fields: [
      { older: ["o", "x"], newer: ["x"] },
      { older: ["list", "x"], newer: ["y"] },
    ],
  };
  const { copy, taken } = copyForRules({ o: null, list }, rules, "older");
  expect(copy).toEqual({ o: null, list });
  isSame(copy["list"], list);
  expect(taken.size).toBe(0);
});

test("the elements that change are copies, and what is in them is shared", () => {
  const rules: ConversionRules = {
    fields: [],
    elements: [{ path: ["list"], form: "list", rules: { fields: [{ older: ["n"], newer: ["m"] }] } }],
  };
  const before = [{ n: 1, x }];
  const { copy } = copyForRules({ list: before }, rules, "older");
  expect(copy).toEqual({ list: before });
  const [after] = copy["list"] as readonly Fields[];
  expect(after).not.toBe(before[0]);
  isSame(after?.["x"], x);
});
