// Selectors that no namespace can match, checked with labels of every value that a selector names, and one that it does not name.
import { type LabelRequirement, type LabelSelector, selectorMatches } from "@capstan/kube";
import { expect, test } from "vitest";
import { selectorProblem } from "./namespace-selector.ts";

const never = (key: string): string => `no namespace can meet all that it says of "${key}"`;

test.each([
  [{}, undefined],
  [{ matchLabels: { a: "b" } }, undefined],
  [{ matchExpressions: [{ key: "a", operator: "In", values: [] }] }, 'In of "a" has no values'],
  [{ matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] }, 'Exists of "a" takes no values'],
  [{ matchExpressions: [{ key: "", operator: "Exists" }] }, "a label has no name"],
  [
    { matchExpressions: [{ key: "a", operator: "toString" }] },
    '"toString" is not an operator: In, NotIn, Exists, DoesNotExist',
  ],
  [{ matchLabels: { a: "b" }, matchExpressions: [{ key: "a", operator: "NotIn", values: ["b"] }] }, never("a")],
  [
    { matchExpressions: [{ key: "kubernetes.io/metadata.name", operator: "DoesNotExist" }] },
    never("kubernetes.io/metadata.name"),
  ],
] as readonly (readonly [LabelSelector, string | undefined])[])("%j: %s", (selector, problem) => {
  expect(selectorProblem(selector)).toBe(problem);
});

test("a selector is rejected exactly when no label of the values that it knows meets it", () => {
  const requirements: readonly LabelRequirement[] = [
    { key: "k", operator: "In", values: ["a", "b"] },
    { key: "k", operator: "In", values: ["b", "c"] },
    { key: "k", operator: "In", values: ["c"] },
    { key: "k", operator: "NotIn", values: ["b"] },
    { key: "k", operator: "NotIn", values: ["a", "c"] },
    { key: "k", operator: "Exists" },
    { key: "k", operator: "DoesNotExist" },
  ];
  const labels = [{}, ...["a", "b", "c", "other"].map((k) => ({ k }))];
  for (let chosen = 0; chosen < 2 ** requirements.length; chosen += 1) {
    const matchExpressions = requirements.filter((_, at) => Math.floor(chosen / 2 ** at) % 2 === 1);
    const matches = labels.some((each) => selectorMatches({ matchExpressions }, each));
    expect([matchExpressions, selectorProblem({ matchExpressions }) === undefined]).toEqual([
      matchExpressions,
      matches,
    ]);
  }
});
