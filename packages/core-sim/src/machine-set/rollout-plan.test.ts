// The sizes that a plan of a rollout gives to sets, step by step, as core's planner does.
import { expect, test } from "vitest";
import { planOnDelete, type PlanInput, type PlannedSet, planRollingUpdate } from "./rollout-plan.ts";

const set = (name: string, wanted: number, replicas = wanted, available = replicas): PlannedSet => ({
  name,
  wanted,
  replicas,
  available,
});

/** A plan for three machines, with core's defaults. */
function inputOf(current: PlannedSet, old: readonly PlannedSet[], limits: Partial<PlanInput> = {}): PlanInput {
  return { wanted: 3, maxSurge: 1, maxUnavailable: 0, current, old, ...limits };
}

test.each([
  { name: "the first set gets all", input: inputOf(set("n", 0), []), want: { n: 3 } },
  { name: "one more at first", input: inputOf(set("n", 0), [set("o", 3)]), want: { n: 1 } },
  { name: "nothing while the new one is not available", input: inputOf(set("n", 1, 1, 0), [set("o", 3)]), want: {} },
  { name: "an old one less once it is", input: inputOf(set("n", 1), [set("o", 3)]), want: { o: 2 } },
  { name: "nothing while an old one is deleted", input: inputOf(set("n", 1), [set("o", 2, 3)]), want: {} },
  { name: "another new one after it", input: inputOf(set("n", 1), [set("o", 2)]), want: { n: 2 } },
  {
    name: "old ones first where none may be added",
    input: inputOf(set("n", 0), [set("o", 3)], { maxSurge: 0, maxUnavailable: 1 }),
    want: { o: 2 },
  },
  {
    name: "both at once where both may be",
    input: inputOf(set("n", 0), [set("o", 3)], { maxSurge: 3, maxUnavailable: 2 }),
    want: { n: 3, o: 1 },
  },
  {
    name: "the oldest sets first after a second change",
    input: inputOf(set("n", 1), [set("a", 2), set("b", 1)]),
    want: { a: 1 },
  },
  {
    name: "first the sets of which no machine is available",
    input: inputOf(set("n", 1), [set("a", 2), set("b", 1, 1, 0)], { wanted: 2 }),
    want: { a: 1, b: 0 },
  },
  { name: "a new set that is too large", input: inputOf(set("n", 5), [set("o", 1)]), want: { n: 3, o: 0 } },
  {
    name: "nothing goes on, so that one that is not available is deleted",
    input: inputOf(set("n", 1), [set("o", 3, 3, 2)]),
    want: { o: 2 },
  },
  {
    name: "fewer machines are wanted during a rollout",
    input: inputOf(set("n", 1), [set("o", 3)], { wanted: 1 }),
    want: { o: 0 },
  },
  {
    name: "more machines are wanted during a rollout",
    input: inputOf(set("n", 1), [set("o", 3)], { wanted: 6 }),
    want: { n: 4 },
  },
])("a rolling update: $name", ({ input, want }) => {
  expect(Object.fromEntries(planRollingUpdate(input))).toEqual(want);
});

test.each([
  { name: "nothing before somebody deletes a machine", input: inputOf(set("n", 0), [set("o", 3)]), want: {} },
  { name: "a machine less once it is deleted", input: inputOf(set("n", 0), [set("o", 3, 2)]), want: { o: 2 } },
  { name: "a new one then", input: inputOf(set("n", 0), [set("o", 2)]), want: { n: 1 } },
  { name: "fewer are wanted", input: inputOf(set("n", 1), [set("a", 1), set("b", 2)]), want: { a: 0 } },
  { name: "more are wanted", input: inputOf(set("n", 1), [set("o", 1)]), want: { n: 2 } },
])("on deletion: $name", ({ input, want }) => {
  expect(Object.fromEntries(planOnDelete(input))).toEqual(want);
});
