// Whether the checks notice what they are for.
import { describe, expect, test } from "vitest";
import { leadershipProblems, type Write } from "./audit.ts";
import { type Ended, endingProblem } from "./endings.ts";
import { logProblems, mostOfObject, mostOfOthers } from "./log-lines.ts";
import { type Reconciled, lostObjects } from "./objects.ts";
import { absentKeys, concurrentKeys, concurrentKeysOfAll, openKeys, runsByKey } from "./runs.ts";

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

  test.each([
    {
      name: "one process after the other",
      given: [{ record: ["begin n/a 1", "end n/a 2"] }, { record: ["begin n/a 3"] }],
      want: [],
    },
    {
      name: "in two processes at a time",
      given: [{ record: ["begin n/a 1", "end n/a 3"] }, { record: ["begin n/a 2", "end n/a 4"] }],
      want: ["n/a"],
    },
    {
      name: "of two keys in two processes",
      given: [{ record: ["begin n/a 1", "end n/a 3"] }, { record: ["begin n/b 2"] }],
      want: [],
    },
    {
      name: "after the end of a process that was in one",
      given: [{ record: ["begin n/a 1"], endedAt: 2 }, { record: ["begin n/a 3", "end n/a 4"] }],
      want: [],
    },
    {
      name: "before that end",
      given: [{ record: ["begin n/a 1"], endedAt: 4 }, { record: ["begin n/a 3", "end n/a 5"] }],
      want: ["n/a"],
    },
  ])("$name", ({ given, want }) => {
    expect(concurrentKeysOfAll(given)).toEqual(want);
  });

  test("that have not ended, and those that found no object", () => {
    const record = ["begin n/a 1", "absent n/b 2", "begin n/c 3", "end n/a 4", "absent n/b 5"];
    expect(openKeys(record)).toEqual(["n/c"]);
    expect(absentKeys(record)).toEqual(["n/b"]);
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

const warning = JSON.stringify({ level: "warn", msg: "Watch failed", error: 'a rule: verbs: ["list"]' });
const information = JSON.stringify({ level: "info", msg: "Stopped" });

test.each([
  { name: "has it", demand: { words: ["Watch failed", 'verbs: ["list"]'] }, want: [] },
  { name: "has it in two lines", demand: { words: ["Watch failed", "Stopped"] }, want: ["and"] },
  { name: "has it too seldom", demand: { words: ["Watch failed"], least: 3 }, want: ["2 lines"] },
  { name: "has it too often", demand: { words: ["Watch failed"], most: 1 }, want: ["1 to 1"] },
  { name: "does not have it", demand: { words: ["no such"] }, want: ["0 lines"] },
])("a log that $name", ({ demand, want }) => {
  const problems = logProblems(`${warning}\n${warning}\n${information}\n`, [demand]);
  expect(problems).toEqual(want.map((part) => expect.stringContaining(part)));
});

test("a log with many lines of one object is too long", () => {
  const line = JSON.stringify({ level: "error", Widget: { name: "a" } });
  const lines = Array.from({ length: mostOfObject }, () => line);
  expect(logProblems(lines.join("\n"))).toEqual([]);
  expect(logProblems([line, ...lines].join("\n"))).toEqual([
    'the log has 17 warnings and errors of {"name":"a"}, of 16',
  ]);
});

test("so is one with many warnings of no object and lines of Node, but not of information", () => {
  const lines = Array.from({ length: mostOfOthers }, (_, i) => (i % 2 === 0 ? warning : "(node:1) a warning"));
  expect(logProblems([information, ...lines].join("\n"))).toEqual([]);
  expect(logProblems([warning, ...lines].join("\n"))).toEqual([
    "the log has 61 warnings and errors of no object, of 60",
  ]);
});
