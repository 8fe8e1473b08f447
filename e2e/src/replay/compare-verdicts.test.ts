// A verdict and what happened, for each object of a change.
import { expect, test } from "vitest";
import { compareChange, outcomeOf } from "./compare-verdicts.ts";

const verdict = (object: string, rolls: boolean, handler = "chain-0-step-0") => ({
  handler,
  object,
  rolls,
  because: `${object} rolls`,
});
const verdicts = [
  verdict("Cluster replayed/chain-0", true),
  verdict("KubeadmControlPlane replayed/chain-0-abc", false),
  verdict("MachineDeployment replayed/one", true),
  verdict("MachineDeployment replayed/two", true, "chain-0-step-1"),
];
const change = { kinds: [], name: "a change", add: () => expect.fail("nothing is patched") };

test("the verdicts of the handler before the change count, each for its machines", () => {
  const before = { "control plane": ["a"], one: ["b", "c"], two: ["d"] };
  const after = { "control plane": ["a"], one: ["c", "e"], two: ["f"] };
  const played = { change, chain: 0, from: "chain-0-step-0", before, after };
  expect(compareChange(played, verdicts)).toEqual([
    { group: "control plane", expected: true, happened: false, because: ["Cluster replayed/chain-0 rolls"] },
    { group: "one", expected: true, happened: true, because: ["MachineDeployment replayed/one rolls"] },
    { group: "two", expected: false, happened: true, because: [] },
  ]);
});

test("verdicts from before the change count in place of those at the end", () => {
  const played = { change, chain: 0, from: "chain-0-step-0", before: { one: ["a"] }, after: { one: ["a"] } };
  expect(compareChange({ ...played, verdicts: [] }, verdicts)).toEqual([
    { group: "one", expected: false, happened: false, because: [] },
  ]);
});

test.each([
  { expected: true, happened: true, want: "equal" },
  { expected: false, happened: false, want: "equal" },
  { expected: false, happened: true, want: "false no" },
  { expected: true, happened: false, want: "false yes" },
])("expected $expected, happened $happened: $want", ({ expected, happened, want }) => {
  expect(outcomeOf({ group: "one", expected, happened, because: [] })).toBe(want);
});
