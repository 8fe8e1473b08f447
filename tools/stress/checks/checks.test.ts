// Whether the checks notice what they are for.
import { describe, expect, test } from "vitest";
import { leadershipProblems, type Write } from "./audit.ts";
import { type Ended, endingProblem } from "./endings.ts";
import { type Reconciled, lostObjects } from "./objects.ts";
import { concurrentKeys, runsByKey } from "./runs.ts";

const lease = (user: string, version: number): Write => ({ user, isLease: true, version, holder: user });
const write = (user: string, version: number): Write => ({ user, isLease: false, version, holder: "" });

describe("writes of leaders", () => {
  test.each([
    { name: "nothing", given: [], want: [] },
    { name: "one leader", given: [lease("a", 1), write("a", 2), lease("a", 3), write("a", 4)], want: [] },
    { name: "one after the other", given: [lease("a", 1), write("a", 2), lease("b", 3), write("b", 4)], want: [] },
    {
      name: "a write of the old leader while the new one has not written",
      given: [lease("a", 1), lease("b", 3), write("a", 4), write("b", 5)],
      want: [],
    },
    {
      name: "writes of the old leader after one of the new one",
      given: [lease("a", 1), write("a", 2), lease("b", 3), write("b", 4), write("a", 5), write("a", 6), write("b", 7)],
      want: ["2 writes of a after the first one of b"],
    },
    {
      name: "a write before the lease was taken",
      given: [write("a", 1), lease("a", 2), write("a", 3)],
      want: ["1 writes of a before it took the lease"],
    },
    { name: "a write without a lease", given: [write("a", 1)], want: ["1 writes of a before it took the lease"] },
  ])("$name", ({ given, want }) => {
    expect(leadershipProblems(given)).toEqual(want);
  });
});

describe("reconciles of a key", () => {
  test.each([
    { name: "one after the other", given: ["begin n/a", "end n/a", "begin n/a", "end n/a"], want: [] },
    { name: "of two keys at a time", given: ["begin n/a", "begin n/b", "end n/b", "end n/a"], want: [] },
    { name: "two at a time", given: ["begin n/a", "begin n/a", "end n/a", "end n/a"], want: ["n/a"] },
    { name: "one that never ends, and another", given: ["begin n/a", "begin n/b", "begin n/a"], want: ["n/a"] },
  ])("$name", ({ given, want }) => {
    expect(concurrentKeys(given)).toEqual(want);
  });

  test("are counted", () => {
    const record = ["begin n/a", "end n/a", "begin n/b", "begin n/a"];
    expect([...runsByKey(record)]).toEqual([
      ["n/a", 2],
      ["n/b", 1],
    ]);
  });
});

const object = (generation: number, value: number, status?: Reconciled["status"]): Reconciled => ({
  metadata: { name: "a", generation },
  spec: { value },
  ...(status === undefined ? {} : { status }),
});

test.each([
  { name: "reconciled", given: object(2, 7, { observedGeneration: 2, value: 7 }), want: [] },
  { name: "not reconciled", given: object(1, 0), want: ["a"] },
  { name: "reconciled at an older generation", given: object(2, 7, { observedGeneration: 1, value: 7 }), want: ["a"] },
  { name: "reconciled with an older value", given: object(2, 7, { observedGeneration: 2, value: 6 }), want: ["a"] },
])("an object that is $name", ({ given, want }) => {
  expect(lostObjects([given])).toEqual(want);
});

const ended = (fields: Partial<Ended>): Ended => ({ code: 0, signal: null, early: false, log: "", ...fields });
const lost = { code: 1, reason: "operator/leadership-lost" };

test.each([
  { name: "0 when it is told to", given: ended({}), endings: undefined, want: undefined },
  { name: "0 by itself", given: ended({ early: true }), endings: undefined, want: "ended by itself with 0" },
  { name: "1 when it is told to", given: ended({ code: 1 }), endings: undefined, want: "ended with 1" },
  {
    name: "the reason",
    given: ended({ code: 1, early: true, log: "error operator/leadership-lost: it is lost" }),
    endings: [lost],
    want: undefined,
  },
  {
    name: "another reason",
    given: ended({ code: 1, early: true, log: "out of memory" }),
    endings: [lost],
    want: "ended by itself with 1, not 1 because of operator/leadership-lost",
  },
  {
    name: "neither of two endings",
    given: ended({ code: 2 }),
    endings: [{ code: 0 }, lost],
    want: "ended with 2, not 0 or 1 because of operator/leadership-lost",
  },
  {
    name: "a signal",
    given: ended({ code: null, signal: "SIGKILL", early: true }),
    endings: [{ signal: "SIGKILL" as const }],
    want: undefined,
  },
])("a process that ends with $name", ({ given, endings, want }) => {
  expect(endingProblem(given, endings)).toBe(want);
});
