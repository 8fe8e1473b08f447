// The three-way merge of conditions. `pnpm run oracle conditions` compares it with Cluster API's own code.
import type { Condition } from "@capstan/kube";
import { expect, test } from "vitest";
import { applyConditions, diffConditions } from "./conditions-patch.ts";

const past = "2026-01-01T00:00:00Z";
const later = "2026-02-01T00:00:00Z";
const condition = (status: Condition["status"], more: Partial<Condition> = {}): Condition => ({
  type: "A",
  status,
  lastTransitionTime: past,
  reason: "R",
  message: "",
  ...more,
});
const [yes, no, unknown] = [condition("True"), condition("False"), condition("Unknown")];

/** What a writer that changed `before` to `after` makes of the latest list; owning nothing unless `owned`. */
function merge(before: Condition[], after: Condition[], latest: Condition[], owned = false): readonly object[] {
  return applyConditions(latest, diffConditions("metav1", before, after), { owns: () => owned });
}

const rows: readonly [name: string, before: Condition[], after: Condition[], latest: Condition[], want: Condition[]][] =
  [
    ["nothing changed, and the latest stays", [yes], [yes], [no], [no]],
    ["added", [], [yes], [], [yes]],
    [
      "added by both in the same way, with the time of the other",
      [],
      [yes],
      [condition("True", { lastTransitionTime: later })],
      [condition("True", { lastTransitionTime: later })],
    ],
    ["changed", [no], [yes], [no], [yes]],
    ["changed by both in the same way", [no], [yes], [yes], [yes]],
    ["removed", [yes], [], [yes], []],
    ["removed by both", [yes], [], [], []],
  ];
test.each(rows)("%s", (_, before, after, latest, want) => {
  expect(merge(before, after, latest)).toEqual(want);
});

test("a transition time that another writer changed is no conflict for who changed nothing but the time", () => {
  const [mine, theirs] = ["2026-03-01T00:00:00Z", later].map((time) => condition("True", { lastTransitionTime: time }));
  expect(merge([yes], [mine ?? yes], [theirs ?? yes])).toEqual([theirs]);
});

test.each([
  ["metav1", ["A", "B", "C"]],
  ["severity", ["C", "A", "B"]],
] as const)("after a removal the list is in core's order in the shape %s, and left in the other", (shape, want) => {
  const list = ["C", "A", "D", "B"].map((type) => condition("True", { type }));
  const patch = diffConditions(
    shape,
    list,
    list.filter(({ type }) => type !== "D"),
  );
  expect(applyConditions(list, patch, { owns: () => true }).map(({ type }) => type)).toEqual(want);
});

const conflicts: readonly [name: string, before: Condition[], after: Condition[], latest: Condition[], what: string][] =
  [
    ["added by both in different ways", [], [yes], [no], "changed"],
    ["changed by both in different ways", [no], [yes], [unknown], "changed"],
    [
      "changed here, given another time there",
      [no],
      [yes],
      [condition("False", { lastTransitionTime: later })],
      "changed",
    ],
    ["changed here, deleted there", [no], [yes], [], "deleted"],
    ["deleted here, changed there", [no], [], [yes], "changed"],
  ];
test.each(conflicts)("%s is a conflict, unless the type is owned", (_, before, after, latest, what) => {
  const merged = (): unknown => merge(before, after, latest);
  expect(merged).toThrow(`condition A was ${what} by another writer at the same time`);
  expect(merged).toThrow(expect.objectContaining({ code: "contract/condition-conflict" }) as Error);
  expect(merge(before, after, latest, true)).toEqual(after);
});

test("a list that others sorted in their way is left so where there is nothing to do", () => {
  const latest = [condition("True", { type: "B" }), yes];
  expect(merge([yes], [yes], latest)).toEqual(latest);
  const patch = diffConditions("severity", [], [yes]);
  expect(applyConditions(latest, patch, { owns: () => false })).toEqual(latest);
});

test("of several conditions the one of the type is compared", () => {
  const other = condition("Unknown", { type: "B" });
  expect(merge([other, no], [other, yes], [other, no])).toEqual([yes, other]);
  expect(() => merge([other, no], [other, yes], [other, unknown])).toThrow("condition A was changed");
});

test("the generation is that of the writer's object", () => {
  const seen = condition("True", { observedGeneration: 7 });
  expect(merge([], [seen], [condition("True", { observedGeneration: 8 })], true)).toEqual([seen]);
});

test("long lists are compared in little time", () => {
  const list = Array.from({ length: 20_000 }, (_, i) => ({
    type: `Type${i}`,
    status: "True" as const,
    reason: "R",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  }));
  const before = process.threadCpuUsage();
  const { differences } = diffConditions("metav1", list, list.slice(0, -1));
  const { user, system } = process.threadCpuUsage(before);
  expect(differences).toHaveLength(1);
  expect((user + system) / 1000).toBeLessThan(500);
});
