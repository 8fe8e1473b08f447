// What fails: a rule without evidence, evidence without a rule, and evidence that does not exist or shows something else.
import { expect, test } from "vitest";
import { evidenceProblems, type Rules } from "./check-evidence.ts";
import type { Evidence, EvidenceById } from "./evidence.ts";

const kitTest = "packages/controller-kit/src/a.test.ts";
const files: Readonly<Record<string, string>> = {
  [kitTest]: 'test("it works", f); test("it works twice", f); test("it fails", f);',
};
const problems = (rules: Rules, evidence: EvidenceById): string[] =>
  evidenceProblems(rules, evidence, {
    read: (file) => files[file],
    sharedWith: (id) => (id === "c/b" ? "a/b" : undefined),
  }).map(({ subject, text }) => `${subject}: ${text}`);
const shownBy = (title: string, file = kitTest): readonly Evidence[] => [{ file, test: title }];
const byKit = { "a/b": { enforcedBy: "kit" } } as const;

test("a rule with evidence, with that of another, or with a reason for none, is covered", () => {
  const rules: Rules = { ...byKit, "c/b": { enforcedBy: "kit" }, "a/c": { enforcedBy: "unchecked", reason: "people" } };
  expect(problems(rules, { "a/b": shownBy("fails") })).toEqual([]);
});

test("a title that is the whole of one and a part of another is that of the one", () => {
  expect(problems(byKit, { "a/b": shownBy("it works") })).toEqual([]);
});

test.each<{ name: string; rules?: Rules; evidence: EvidenceById; want: string }>([
  { name: "a rule without evidence", evidence: {}, want: "a/b: it has no evidence" },
  {
    name: "evidence without a rule",
    evidence: { "a/b": shownBy("fails"), "a/x": shownBy("fails") },
    want: "a/x: there is no rule with this id",
  },
  {
    name: "a file that does not exist",
    evidence: { "a/b": shownBy("fails", "packages/controller-kit/b.test.ts") },
    want: "a/b: packages/controller-kit/b.test.ts does not exist",
  },
  {
    name: "a test that does not exist",
    evidence: { "a/b": shownBy("it is fast") },
    want: `a/b: ${kitTest} has no test "it is fast"`,
  },
  {
    name: "a part of several titles",
    evidence: { "a/b": shownBy("works") },
    want: `a/b: ${kitTest} has 2 tests with "works": name more of one`,
  },
  {
    name: "an empty title",
    evidence: { "a/b": shownBy("") },
    want: `a/b: evidence in ${kitTest} has an empty title`,
  },
  {
    name: "evidence for something else than what enforces the rule",
    rules: { "a/b": { enforcedBy: "driven" } },
    evidence: { "a/b": shownBy("fails") },
    want: 'a/b: it is enforced by "driven", and no evidence is in ^e2e\\/scenarios\\/',
  },
  {
    name: "no reason",
    rules: { "a/b": { enforcedBy: "unchecked", reason: " " } },
    evidence: {},
    want: "a/b: nothing checks it, and it has no reason",
  },
  {
    name: "evidence for what nothing checks",
    rules: { "a/b": { enforcedBy: "unchecked", reason: "people" } },
    evidence: { "a/b": shownBy("fails") },
    want: "a/b: nothing checks it, and it has evidence",
  },
])("$name fails", ({ rules = byKit, evidence, want }) => {
  expect(problems(rules, evidence)).toEqual([want]);
});
