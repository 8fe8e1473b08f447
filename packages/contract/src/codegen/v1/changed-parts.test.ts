// What the rules of a plan change, written as lines: a copy shares all the rest.
import { expect, test } from "vitest";
import { changedBy, type Changed } from "./changed-parts.ts";
import type { ConversionOp } from "./conversion-op.ts";
import type { ConversionRules } from "./conversion-plan.ts";
import { invert } from "./value-ops.ts";

/** Every changed place with what is known of it: `open`, `whole`, and for each side `takes`, `drops` and `taken from`. */
function linesOf(changed: Changed, path = "."): string[] {
  const sides = (["older", "newer"] as const).flatMap((side) => {
    const of = changed.of[side];
    const words = [
      ...(of.path === undefined ? [] : [`takes ${of.path.join(".")}`]),
      ...(of.isDropped === true ? ["drops"] : []),
      ...(of.isTakenFrom === true ? ["taken from"] : []),
    ];
    return words.map((word) => `${side} ${word}`);
  });
  const own = [...(changed.isOpen ? ["open"] : []), ...(changed.isWhole ? ["whole"] : []), ...sides];
  const inside = [...changed.fields].flatMap(([name, field]) =>
    linesOf(field, path === "." ? name : `${path}.${name}`),
  );
  const elements = changed.elements === undefined ? [] : linesOf(changed.elements, `${path}[]`);
  return [`${path}: ${own.join(", ")}`, ...inside, ...elements];
}

const op: ConversionOp = invert();
const nothing = (): Readonly<Record<string, unknown>> => ({});

test.each<{ name: string; rules: ConversionRules; want: readonly string[] }>([
  { name: "no rules", rules: { fields: [] }, want: [".: open"] },
  {
    name: "a field that moves",
    rules: { fields: [{ older: ["a", "x"], newer: ["b"] }] },
    want: [".: open, newer taken from", "a: open, older taken from", "a.x: older takes a.x", "b: newer takes b"],
  },
  {
    name: "a field that moves with what changes in it",
    rules: {
      fields: [
        { older: ["a"], newer: ["b"] },
        { older: ["a", "x"], newer: ["b", "y"] },
      ],
    },
    want: [
      ".: open, older taken from, newer taken from",
      "a: open, whole, older takes a",
      "a.x: ",
      "b: open, whole, newer takes b",
      "b.y: ",
    ],
  },
  {
    name: "a field that stays, with what changes in it",
    rules: {
      fields: [
        { older: ["a"], newer: ["a"] },
        { older: ["a", "x"], newer: ["a", "y"] },
      ],
    },
    want: [
      ".: open, older taken from, newer taken from",
      "a: open, older takes a, older taken from, newer takes a, newer taken from",
      "a.x: older takes a.x",
      "a.y: newer takes a.y",
    ],
  },
  {
    name: "a field that stays in another form, with what changes in it",
    rules: {
      fields: [
        { older: ["a"], newer: ["a"], as: op },
        { older: ["a", "x"], newer: ["a", "y"] },
      ],
    },
    want: [
      ".: open, older taken from, newer taken from",
      "a: open, whole, older takes a, newer takes a",
      "a.x: ",
      "a.y: ",
    ],
  },
  {
    name: "a field in another form with nothing in it",
    rules: { fields: [{ older: ["a"], newer: ["a"], as: op }] },
    want: [".: open, older taken from, newer taken from", "a: older takes a, newer takes a"],
  },
  {
    name: "an object that is taken after a field of it",
    rules: {
      fields: [
        { older: ["a", "x"], newer: ["x"] },
        { older: ["a"], newer: ["b"] },
      ],
    },
    want: [".: open, newer taken from", "a: open, whole", "a.x: ", "x: newer takes x", "b: whole, newer takes b"],
  },
  {
    name: "a field that is taken before and after the object around it, which stays where it is",
    rules: {
      fields: [{ older: ["a", "x", "y"] }, { older: ["a", "x"] }, { older: ["a", "x", "z"] }, { older: ["b"] }],
    },
    want: [
      ".: open, older taken from",
      "a: open",
      "a.x: open, older taken from",
      "a.x.y: older takes a.x.y",
      "a.x.z: ",
      "b: older takes b",
    ],
  },
  {
    name: "objects of one version, with and without fields that are taken of them",
    rules: {
      fields: [{ older: ["o", "x"], newer: ["x"] }],
      onlyIn: [
        { side: "older", path: ["o"] },
        { side: "older", path: ["p"] },
        { side: "newer", path: ["q"] },
      ],
    },
    want: [
      ".: open, older taken from, newer taken from",
      "o: open, older drops, older taken from",
      "o.x: older takes o.x",
      "p: open, older drops",
      "q: open, newer drops",
      "x: newer takes x",
    ],
  },
  {
    name: "an object of one version in a field that is taken, and one around an object that is taken late",
    rules: {
      fields: [{ older: ["a"] }, { older: ["o", "b", "x"] }, { older: ["o", "b"] }],
      onlyIn: [
        { side: "older", path: ["a", "in"] },
        { side: "older", path: ["o"] },
      ],
    },
    want: [
      ".: open, older taken from",
      "a: open, older takes a",
      "a.in: open",
      "o: open",
      "o.b: open, older taken from",
      "o.b.x: older takes o.b.x",
    ],
  },
  {
    name: "an object of one version that is copied as a whole",
    rules: {
      fields: [
        { older: ["o"], newer: ["p"] },
        { older: ["o", "x"], newer: ["x"] },
      ],
      onlyIn: [{ side: "older", path: ["o"] }],
    },
    want: [
      ".: open, older taken from, newer taken from",
      "o: open, whole, older takes o",
      "o.x: ",
      "p: whole, newer takes p",
      "x: newer takes x",
    ],
  },
  {
    name: "objects that may not be empty, and that fields leave",
    rules: {
      fields: [],
      notEmpty: [{ side: "newer", path: ["a"] }],
      emptied: [{ side: "older", path: ["b", "c"] }],
    },
    want: [".: open", "a: open", "b: open", "b.c: open"],
  },
  {
    name: "fields that are converted together, beside which no object goes at once",
    rules: {
      fields: [],
      onlyIn: [{ side: "older", path: ["o"] }],
      together: [
        {
          name: "functions",
          as: { forward: nothing, back: nothing },
          older: [{ name: "x", path: ["o", "x"], shape: "string" }],
          newer: [
            { name: "y", path: ["y"], shape: "string" },
            { name: "z", path: ["z"], shape: "string" },
          ],
        },
      ],
    },
    want: [
      ".: open, newer taken from",
      "o: open, older taken from",
      "o.x: older takes o.x",
      "y: newer takes y",
      "z: newer takes z",
    ],
  },
  {
    name: "nulls, also of values",
    rules: {
      fields: [],
      nulls: [
        { of: "older", older: ["a"], newer: ["a"] },
        { of: "older", older: ["b"], newer: ["c"], ofValues: true },
      ],
    },
    want: [".: open", "a: ", "b: open", "c: open"],
  },
  {
    name: "fields of elements",
    rules: {
      fields: [],
      elements: [{ path: ["list"], form: "list", rules: { fields: [{ older: ["x"], newer: ["y"] }] } }],
    },
    want: [".: open", "list: open", "list[]: open", "list[].x: ", "list[].y: "],
  },
  {
    name: "elements themselves",
    rules: {
      fields: [],
      elements: [
        {
          path: ["list"],
          form: "list",
          values: true,
          rules: { fields: [{ older: ["value"], newer: ["value"], as: op }] },
        },
      ],
    },
    want: [".: open", "list: open", "list[]: "],
  },
])("$name", ({ rules, want }) => {
  expect(linesOf(changedBy(rules))).toEqual(want);
});

test("what rules change is found once", () => {
  const rules: ConversionRules = { fields: [{ older: ["a"], newer: ["b"] }] };
  expect(changedBy(rules)).toBe(changedBy(rules));
});
