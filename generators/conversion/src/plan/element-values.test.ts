// Rules for the elements themselves, whose paths and counts of steps begin at the object around the element.
import { expect, it } from "vitest";
import { withValues } from "./element-values.ts";

const [unions, deeperUnions] = [
  [{ path: ["a", "type"], values: ["A"] }],
  [{ path: ["value", "a", "type"], values: ["A"] }],
];
const [exclusive, deeper] = [[["a", "b"]], [["value", "a", "b"]]];

it("counts the steps of every rule from the object around the element", () => {
  const { values, rules } = withValues({
    path: ["spec", "refs"],
    form: "list",
    rules: {
      fields: [
        { older: [], newer: [], call: "reference({})" },
        { newer: ["a", "o", "x"], default: "none", within: 1 },
        { newer: ["a", "o", "y"], anchor: 1, inside: 2, members: { newer: unions }, exclusive: { newer: exclusive } },
      ],
      together: [],
      onlyIn: [{ side: "newer", path: ["a", "o"], anchor: 1, inside: 2, members: unions, exclusive }],
      notEmpty: [],
      emptied: [],
      nulls: [],
      elements: [],
    },
  });
  expect(values).toBe(true);
  expect(rules.fields).toEqual([
    { older: ["value"], newer: ["value"], call: "reference({})" },
    { newer: ["value", "a", "o", "x"], default: "none", within: 2 },
    {
      newer: ["value", "a", "o", "y"],
      anchor: 2,
      inside: 3,
      members: { newer: deeperUnions },
      exclusive: { newer: deeper },
    },
  ]);
  expect(rules.onlyIn).toEqual([
    { side: "newer", path: ["value", "a", "o"], anchor: 2, inside: 3, members: deeperUnions, exclusive: deeper },
  ]);
});
