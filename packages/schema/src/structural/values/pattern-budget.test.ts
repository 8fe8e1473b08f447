// How long matching values with patterns may take, and what becomes of values that would exceed it.
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";
import { compilePattern } from "./pattern.ts";
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
    const from = performance.now();
    expect(check({ pattern: hard }, "a".repeat(length), new PatternBudget())).toEqual({ unmatched: [], errors: [] });
    // Machines under load are slower.
    expect(performance.now() - from).toBeLessThan(5000);
    expect(check({ pattern: hard }, "a".repeat(length + 1), new PatternBudget()).unmatched).toEqual([""]);
  });
});
