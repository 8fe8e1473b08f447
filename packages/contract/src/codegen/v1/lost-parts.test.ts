// The parts of an object that its other version does not have, as the annotation keeps them: `null` for an absent field, and the mark, a field without a name, of objects that only one
// version has.
import { expect, it } from "vitest";
import type { ConversionRules, FieldRule } from "./conversion-plan.ts";
import type { Fields } from "./fields.ts";
import { lostParts, partsForSpoke } from "./lost-parts.ts";

interface Case {
  readonly name: string;
  readonly rules: ConversionRules;
  readonly object: Fields;
  /** The object in the other version. */
  readonly there: Fields;
  readonly want: Fields;
}

const own: FieldRule = { newer: ["o", "k"], shape: "int32" };
const filled: FieldRule = { newer: ["o", "d"], shape: "int32", default: 1 };
const shared: FieldRule = { older: ["o", "x"], newer: ["o", "x"], shape: "int32" };
const leaving: FieldRule = { older: ["m"], newer: ["o", "m"], shape: "int32" };

it.each<Case>([
  {
    name: "a field that comes back",
    rules: { fields: [leaving] },
    object: { o: { m: 1 } },
    there: { m: 1 },
    want: {},
  },
  {
    name: "a field that does not",
    rules: { fields: [own] },
    object: { o: { k: 1 } },
    there: { o: {} },
    want: { o: { k: 1 } },
  },
  {
    name: "a field that comes and was absent",
    rules: { fields: [{ ...leaving, default: 7 }] },
    object: { o: {} },
    there: { o: {} },
    want: { o: { m: null } },
  },
  {
    name: "a required field that was absent",
    rules: { fields: [{ ...leaving, default: 7, required: true }] },
    object: { o: {} },
    there: { o: {} },
    want: {},
  },
  {
    name: "a default that comes again",
    rules: { fields: [filled] },
    object: { o: { d: 1 } },
    there: { o: {} },
    want: {},
  },
  {
    name: "another value than the default",
    rules: { fields: [filled] },
    object: { o: { d: 2 } },
    there: { o: {} },
    want: { o: { d: 2 } },
  },
  {
    name: "a default in an object that fields of the other version leave",
    rules: { fields: [filled], emptied: [{ side: "older", path: ["o"] }] },
    object: { o: { d: 1 } },
    there: { o: {} },
    want: { o: { d: 1 } },
  },
  {
    name: "a default of both versions in an object that fields leave",
    rules: { fields: [{ ...shared, default: 1 }], emptied: [{ side: "older", path: ["o"] }] },
    object: { o: { x: 1 } },
    there: { o: { x: 1 } },
    want: {},
  },
  {
    name: "a default in an object that only fields of its own version leave",
    rules: { fields: [filled], emptied: [{ side: "newer", path: ["o"] }] },
    object: { o: { d: 1 } },
    there: { o: {} },
    want: {},
  },
  {
    name: "a default in another object than the one that fields leave",
    rules: { fields: [filled], emptied: [{ side: "older", path: ["p"] }] },
    object: { o: { d: 1 } },
    there: { o: {} },
    want: {},
  },
  {
    name: "a default beside a kept value",
    rules: { fields: [filled, own] },
    object: { o: { d: 1, k: 2 } },
    there: { o: {} },
    want: { o: { d: 1, k: 2 } },
  },
  {
    name: "a value that is kept beside another",
    rules: { fields: [filled, own] },
    object: { o: { d: 3, k: 2 } },
    there: { o: {} },
    want: { o: { d: 3, k: 2 } },
  },
  {
    name: "a default beside an absent field",
    rules: { fields: [filled, { ...leaving, default: 7 }] },
    object: { o: { d: 1 } },
    there: { o: {} },
    want: { o: { m: null } },
  },
  {
    name: "a default beside a kept value of an object in the same one",
    rules: { fields: [{ newer: ["d"], shape: "int32", default: 1 }, own] },
    object: { d: 1, o: { k: 2 } },
    there: { o: {} },
    want: { d: 1, o: { k: 2 } },
  },
  {
    name: "a field that excludes a kept one",
    rules: { fields: [shared, { ...own, exclusive: { newer: [["o", "x"]] } }] },
    object: { o: { x: 1, k: 2 } },
    there: { o: { x: 1 } },
    want: { o: { x: 1, k: 2 } },
  },
  {
    name: "a field that would exclude a kept one, and is absent",
    rules: { fields: [shared, { ...own, exclusive: { newer: [["o", "x"]] } }] },
    object: { o: { k: 2 } },
    there: { o: {} },
    want: { o: { k: 2 } },
  },
  {
    name: "a field that excludes one that is not kept",
    rules: { fields: [shared, { ...own, exclusive: { newer: [["o", "x"]] } }] },
    object: { o: { x: 1 } },
    there: { o: { x: 1 } },
    want: {},
  },
  {
    name: "the discriminator of another member than that of a kept field",
    rules: { fields: [{ ...own, members: { newer: [{ path: ["o", "type"], values: ["A"] }] } }] },
    object: { o: { type: "B", k: 2 } },
    there: { o: { type: "B" } },
    want: { o: { type: "B", k: 2 } },
  },
  {
    name: "the discriminator of the member of a kept field",
    rules: { fields: [{ ...own, members: { newer: [{ path: ["o", "type"], values: ["A"] }] } }] },
    object: { o: { type: "A", k: 2 } },
    there: { o: { type: "A" } },
    want: { o: { k: 2 } },
  },
  {
    name: "an object that the other version rejects when it is empty",
    rules: {
      fields: [shared, { newer: ["o", "in", "k"], shape: "int32" }],
      notEmpty: [{ side: "older", path: ["o"] }],
    },
    object: { o: { x: 1, in: { k: 2, l: 3 } } },
    there: { o: { x: 1, in: { l: 3 } } },
    want: { o: { x: 1, in: { k: 2, l: 3 } } },
  },
  {
    name: "an object that its own version rejects when it is empty",
    rules: { fields: [shared, own], notEmpty: [{ side: "newer", path: ["o"] }] },
    object: { o: { x: 1, k: 2 } },
    there: { o: { x: 1 } },
    want: { o: { k: 2 } },
  },
  {
    name: "an empty object of one version",
    rules: { fields: [own], onlyIn: [{ side: "newer", path: ["o"] }] },
    object: { o: {} },
    there: {},
    want: { o: {} },
  },
  {
    name: "an empty object of one version in another one",
    rules: {
      fields: [{ newer: ["o", "in", "k"], shape: "int32" }],
      onlyIn: [
        { side: "newer", path: ["o"] },
        { side: "newer", path: ["o", "in"] },
      ],
    },
    object: { o: { in: {} } },
    there: {},
    want: { o: { in: {} } },
  },
  {
    name: "an object of one version that has no fields, of which an absent one comes",
    rules: {
      fields: [{ older: ["m"], newer: ["o", "m"], shape: "int32", default: 7, within: 0 }],
      onlyIn: [{ side: "newer", path: ["o"] }],
    },
    object: { o: {} },
    there: {},
    want: { o: { m: null } },
  },
  {
    name: "an object that fields leave, of which something is kept",
    rules: { fields: [leaving, own], emptied: [{ side: "newer", path: ["o"] }] },
    object: { o: { m: 1, k: 2 } },
    there: { m: 1 },
    want: { o: { k: 2, "": null } },
  },
  {
    name: "an object that fields leave and that the other version has",
    rules: { fields: [leaving, own], emptied: [{ side: "newer", path: ["o"] }] },
    object: { o: { m: 1, k: 2 } },
    there: { m: 1, o: {} },
    want: { o: { k: 2 } },
  },
  {
    name: "an object that fields of the other version leave, of which something is kept",
    rules: { fields: [own, { older: ["o", "m"], newer: ["m"] }], emptied: [{ side: "older", path: ["o"] }] },
    object: { m: 1, o: { k: 2 } },
    there: { o: { m: 1 } },
    want: { o: { k: 2 } },
  },
  {
    name: "an empty object that fields of the other version leave",
    rules: { fields: [{ older: ["o", "m"], newer: ["m"] }], emptied: [{ side: "older", path: ["o"] }] },
    object: { m: 1, o: {} },
    there: { o: { m: 1 } },
    want: { o: {} },
  },
  {
    name: "an empty object that stays where fields of the other version leave it",
    rules: { fields: [{ older: ["o", "m"], newer: ["m"] }], emptied: [{ side: "older", path: ["o"], stays: true }] },
    object: { m: 1, o: {} },
    there: { o: { m: 1 } },
    want: { o: {} },
  },
  {
    name: "an object that comes because it stays where fields leave it",
    rules: {
      fields: [shared, { older: ["o", "m"], newer: ["m"] }],
      emptied: [{ side: "older", path: ["o"], stays: true }],
    },
    object: { m: 1 },
    there: { o: { m: 1, x: 2 } },
    want: { o: { x: null, "": null } },
  },
  {
    name: "an object that does not come, where one may stay",
    rules: {
      fields: [shared, { older: ["o", "m"], newer: ["m"] }],
      emptied: [{ side: "older", path: ["o"], stays: true }],
    },
    object: { m: 1 },
    there: { p: 1 },
    want: { m: 1 },
  },
  {
    name: "of an element of a map",
    rules: {
      fields: [],
      elements: [{ path: ["map"], form: "map", rules: { fields: [{ newer: ["k"], shape: "int32" }] } }],
    },
    object: { map: { a: { k: 1, l: 2 }, b: { l: 3 } } },
    there: { map: { a: { l: 2 }, b: { l: 3 } } },
    want: { map: { a: { k: 1 }, b: {} } },
  },
  {
    name: "of an element that is not there",
    rules: {
      fields: [],
      elements: [{ path: ["map"], form: "map", rules: { fields: [{ newer: ["k"], shape: "int32" }] } }],
    },
    object: { map: { a: { k: 1 } } },
    there: {},
    want: { map: { a: { k: 1 } } },
  },
  {
    name: "of elements with keys",
    rules: {
      fields: [],
      elements: [{ path: ["l"], form: "list", keys: ["id"], rules: { fields: [{ newer: ["k"], shape: "int32" }] } }],
    },
    object: { l: [{ id: "a", k: 1 }, { id: "b" }] },
    there: { l: [{ id: "a" }, { id: "b" }] },
    want: { l: [{ id: "a", k: 1 }, { id: "b" }] },
  },
  {
    name: "of an object that is left by fields of an element, with what the element has in the other version",
    rules: {
      fields: [],
      elements: [
        {
          path: ["l"],
          form: "list",
          keys: ["id"],
          rules: { fields: [leaving, own], emptied: [{ side: "newer", path: ["o"] }] },
        },
      ],
    },
    object: { l: [{ id: "a", o: { m: 1, k: 2 } }] },
    there: { l: [{ id: "a", m: 1, o: {} }] },
    want: { l: [{ id: "a", o: { k: 2 } }] },
  },
  {
    name: "of elements without keys, all of them",
    rules: {
      fields: [],
      elements: [{ path: ["l"], form: "list", rules: { fields: [{ newer: ["k"], shape: "int32" }] } }],
    },
    object: { l: [{ k: 1 }, { l: 2 }] },
    there: { l: [{}, { l: 2 }] },
    want: { l: [{ k: 1 }, { l: 2 }] },
  },
])("lost: $name", ({ rules, object, there, want }) => {
  expect(lostParts(object, there, { rules, hub: "newer", context: {} })).toStrictEqual(want);
});

const kept: FieldRule = { older: ["o", "in", "k"], shape: "int32", keep: true };

it.each<Case>([
  {
    name: "nothing without such rules",
    rules: { fields: [{ older: ["o", "k"], shape: "int32" }] },
    object: { o: { k: 1 } },
    there: {},
    want: {},
  },
  {
    name: "the fields with such a rule alone",
    rules: { fields: [kept, { older: ["o", "l"], shape: "int32" }] },
    object: { o: { in: { k: 1 }, l: 2 } },
    there: { o: { in: {} } },
    want: { o: { in: { k: 1 } } },
  },
  {
    name: "objects that the hub does not have, with a mark",
    rules: { fields: [kept] },
    object: { o: { in: { k: 1 } } },
    there: {},
    want: { o: { in: { k: 1, "": null }, "": null } },
  },
  {
    name: "one of two objects, which the hub does not have, with a mark",
    rules: { fields: [kept] },
    object: { o: { in: { k: 1 } } },
    there: { o: {} },
    want: { o: { in: { k: 1, "": null } } },
  },
  {
    name: "objects before the anchor alone",
    rules: { fields: [{ ...kept, anchor: 1 }] },
    object: { o: { in: { k: 1 } } },
    there: {},
    want: { o: { in: { k: 1 }, "": null } },
  },
  {
    name: "no object in which nothing is kept",
    rules: { fields: [kept, { older: ["q", "l"], shape: "int32" }] },
    object: { o: { in: {} }, q: { l: 1 } },
    there: {},
    want: {},
  },
  {
    name: "no default that comes again",
    rules: { fields: [{ ...kept, required: true, default: 1 }] },
    object: { o: { in: { k: 1 } } },
    there: { o: { in: {} } },
    want: {},
  },
  {
    name: "no empty objects of one version",
    rules: { fields: [kept], onlyIn: [{ side: "older", path: ["q"] }] },
    object: { o: { in: { k: 1 } }, q: {} },
    there: { o: { in: {} } },
    want: { o: { in: { k: 1 } } },
  },
  {
    name: "no nulls",
    rules: { fields: [kept], nulls: [{ of: "older", older: ["n"], newer: ["n"] }] },
    object: { o: { in: { k: 1 } }, n: null },
    there: { o: { in: {} } },
    want: { o: { in: { k: 1 } } },
  },
  {
    name: "parts of an object that the hub rejects when it is empty",
    rules: { fields: [kept], notEmpty: [{ side: "newer", path: ["o"] }] },
    object: { o: { in: { k: 1 }, x: 2 } },
    there: { o: { in: {}, x: 2 } },
    want: { o: { in: { k: 1 } } },
  },
])("kept by the hub: $name", ({ rules, object, there, want }) => {
  expect(partsForSpoke(object, there, { rules, hub: "older", context: {}, forSpoke: true })).toStrictEqual(want);
});
