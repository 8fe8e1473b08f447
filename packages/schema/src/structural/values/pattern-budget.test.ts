// How long matching values with patterns may take, and what becomes of values that would exceed it.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { crdWith } from "../../../test/crd-with.ts";
import { checkCrd } from "../definition/check-crd.ts";
import { compileSchema } from "./compile-schema.ts";
import { compilePattern, isKept } from "./pattern.ts";
import { PatternBudget } from "./pattern-budget.ts";

/** The places that were not matched, and the errors of a value. */
function check(schema: JSONSchema, value: unknown, patterns: PatternBudget): { unmatched: string[]; errors: string[] } {
  const errors = compileSchema(schema).validate(value, { patterns });
  return {
    unmatched: patterns.unmatched.map(String),
    errors: errors.map(({ field, message }) => `${field}: ${message}`),
  };
}

function sizeOf(pattern: string): number {
  const compiled = compilePattern(pattern);
  if (typeof compiled === "string") throw new Error(compiled);
  return compiled.instructions;
}

const letters = { type: "array", items: { type: "string", pattern: "^[a-z]+$" } };
const size = sizeOf("^[a-z]+$");

describe("a budget of patterns", () => {
  test("is spent by values, and those beyond it are not matched", () => {
    const patterns = new PatternBudget(size * (4 + 3));
    expect(check(letters, ["abc", "12", "345"], patterns)).toEqual({
      unmatched: ["[2]"],
      errors: [`[1]: Invalid value: "12": [1] in body should match '^[a-z]+$'`],
    });
  });

  test("is spent once by equal values", () => {
    const patterns = new PatternBudget(size * 4);
    expect(check(letters, ["123", "123"], patterns)).toEqual({
      unmatched: [],
      errors: [0, 1].map((i) => `[${i}]: Invalid value: "123": [${i}] in body should match '^[a-z]+$'`),
    });
  });

  test("holds for all validations that it is given to, and inside junctors", () => {
    const patterns = new PatternBudget(size * 4);
    const junctors: JSONSchema = { allOf: [{ pattern: "^[a-z]+$" }] };
    expect(check(junctors, "abc", patterns)).toEqual({ unmatched: [], errors: [] });
    expect(check(junctors, "def", patterns)).toEqual({ unmatched: [""], errors: [] });
  });

  test("is half a second at most unless another limit is given", () => {
    const hard = "(a?a?a?a?){250}$|([a-z]{0,1000}x)";
    const length = Math.floor(15_000_000 / sizeOf(hard)) - 1;
    const from = process.threadCpuUsage().user;
    expect(check({ pattern: hard }, "a".repeat(length), new PatternBudget())).toEqual({ unmatched: [], errors: [] });
    // Machines under load are slower.
    expect(process.threadCpuUsage().user - from).toBeLessThan(5_000_000);
    expect(check({ pattern: hard }, "a".repeat(length + 1), new PatternBudget()).unmatched).toEqual([""]);
  });
});

describe("patterns of one definition", () => {
  const crdOf = (patterns: readonly string[]): unknown =>
    crdWith(Object.fromEntries(patterns.map((pattern, i) => [`f${i}`, { type: "string", pattern }])));

  test("are compiled until they are too large together, which is reported once", () => {
    const patterns = Array.from({ length: 3000 }, (_, i) => `(((a?b?c?){9}){10}){10}${i}`);
    const from = process.threadCpuUsage().user;
    const found = checkCrd(crdOf([...patterns, "(", "["]));
    expect(found.map(({ code, path }) => [code, path?.replaceAll(/\d+/g, "N")])).toEqual([
      ["crd/pattern-unchecked", "spec.versions[N].schema.openAPIVNSchema.properties[fN].pattern"],
    ]);
    // About a second; without the limit, 39 of them, and 4 GB.
    expect(process.threadCpuUsage().user - from).toBeLessThan(10_000_000);
  });

  // As `(?i)[\\pL\\pL]`, of which the whole class is three instructions.
  const classes = String.raw`(?i)[${String.raw`\pL`.repeat(3000)}]`;

  test.each([
    ["many classes", Array.from({ length: 100 }, (_, i) => `${classes}${i}`)],
    ["classes that are left out", Array.from({ length: 100 }, (_, i) => `(?i)${"[^\\PN]".repeat(999)}${i}`)],
    ["folded ranges", Array.from({ length: 100 }, (_, i) => `(?i)[${"!-\u{1ffff}".repeat(900)}]${i}`)],
    ["one of 10 MB", ["a".repeat(10_000_000)]],
    ["one with long common starts", [Array.from({ length: 3000 }, (_, i) => "a".repeat(i)).join("|")]],
  ])("are not compiled with %s, which is reported once", (_, patterns) => {
    const from = process.threadCpuUsage().user;
    expect(checkCrd(crdOf([...patterns, "("])).map(({ code }) => code)).toEqual(["crd/pattern-unchecked"]);
    // 0.3 seconds at most; without a limit of what reading them costs, up to minutes.
    expect(process.threadCpuUsage().user - from).toBeLessThan(3_000_000);
  });

  test("are all compiled in a usual definition", () => {
    const patterns = Array.from({ length: 500 }, (_, i) => `^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?${i}$`);
    expect(checkCrd(crdOf([...patterns, "("])).map(({ code }) => code)).toEqual(["crd/pattern"]);
  });
});

test("of compiled patterns, those that were used last are kept, up to a size", () => {
  for (let i = 0; i < 200; i += 1) compilePattern(`(((d?e?f?){9}){10}){10}${i}`);
  expect([isKept("(((d?e?f?){9}){10}){10}199"), isKept("(((d?e?f?){9}){10}){10}0")]).toEqual([true, false]);
});
