// Elements of lists without keys, which are found again by what both versions have of them.
import { expect, it } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const plan: ConversionPlan = {
  ...planOfFoo,
  rules: {
    fields: [],
    elements: [
      {
        path: ["spec", "l"],
        form: "list",
        rules: {
          fields: [
            { older: ["o", "p", "n"] },
            { older: ["o", "m"] },
            { older: ["o", "q", "r", "n"] },
            { older: ["a"], newer: ["b"] },
            { newer: ["o", "y"], shape: "string" },
          ],
          onlyIn: [
            { side: "older", path: ["o", "p"] },
            { side: "older", path: ["o", "q"] },
            { side: "older", path: ["o", "q", "r"] },
            { side: "newer", path: ["own"] },
          ],
          elements: [{ path: ["in"], form: "list", rules: { fields: [{ older: ["o", "n"] }] } }],
        },
      },
    ],
  },
};
const object = (version: string, l: readonly object[], metadata: object = {}): object => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata,
  spec: { l },
});

/** What the hub has after a client of the older version wrote a list in place of the one that it read. */
function written(stored: readonly object[], list: readonly object[]): unknown {
  const read = convertTo("older", plan, { object: object("v2", stored) });
  const { spec } = convertTo("newer", plan, { object: { ...read, spec: { l: list } } });
  return spec;
}

const [withValue, empty] = [{ o: { y: "1" } }, { o: {} }];

it.each<readonly [string, readonly object[], readonly object[], readonly object[]]>([
  ["of an unchanged list", [withValue, {}], [empty, {}], [withValue, {}]],
  ["of one in another order", [withValue, {}], [{}, empty], [{}, withValue]],
  ["of one with an object less", [withValue, {}], [{}, {}], [{}, {}]],
  ["of one with an element less", [{}, withValue], [empty], [withValue]],
  ["that the client gave fields of its version", [withValue, {}], [{ o: { m: 1 } }, {}], [withValue, {}]],
  ["that it gave such fields, in another order", [withValue, {}], [{}, { o: { m: 5 } }], [{}, withValue]],
  ["that it gave an object of its version", [withValue, {}], [{}, { o: { p: { n: 1 } } }], [{}, withValue]],
  [
    "that it gave an object of its version with another one in it",
    [withValue, {}],
    [{}, { o: { q: { r: { n: 1 } } } }],
    [{}, withValue],
  ],
  ["that has an object of the hub's name, empty", [withValue, {}], [{}, { o: {}, own: {} }], [{}, { o: {}, own: {} }]],
  ["that it gave an object of both versions", [{ b: 1 }, withValue], [{ a: 1, o: { m: 1 } }], [{ b: 1, o: {} }]],
  [
    "with elements that it gave fields of its version",
    [{ o: { y: "1" }, in: [{ o: {} }] }, {}],
    [{}, { o: {}, in: [{ o: { n: 1 } }] }],
    [{}, { o: { y: "1" }, in: [{ o: {} }] }],
  ],
  ["of which two are alike", [withValue, empty, {}], [empty, {}], [empty, {}]],
  ["that the client has twice", [withValue, {}], [empty, empty, {}], [empty, empty, {}]],
])("elements come back with what the hub has: those %s", (_, stored, list, want) => {
  expect(written(stored, list)).toEqual({ l: want });
});
