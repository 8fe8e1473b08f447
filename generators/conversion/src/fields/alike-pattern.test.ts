// Patterns in generated tests: what is generated for one matches it as RE2 reads it, or the test leaves the pattern out.
import { runsOf } from "@capstan/generator-model/testing";
import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { drawnPattern, readsAlike } from "./alike-pattern.ts";

/** The patterns of real CRDs, mostly. */
const usual = [
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
  "^(ami|snapshot)-[0-9a-f]{8,17}$",
  "^https?://.+$",
  "^.*$",
  "^\\S+$",
  "^[^/:]+$",
  "^(?:\\d{1,3}\\.){3}\\d{1,3}$",
  "^[\\w.+-]+@\\w+\\.com$",
  "abc",
  "^$",
  "^a|b$",
];

/** What only RE2 accepts, or what means something else in JavaScript. */
const different = [
  "",
  "(?i)abc",
  "(?s).",
  "(?i:a)b",
  "^a\\z",
  "\\Aa",
  "[[:alpha:]]+",
  "[^[:space:]]",
  "(?P<year>\\d{4})",
  "\\Qa.b\\E",
  "\\pL",
  "\\p{Greek}",
  "[]a]",
  "[^]a]",
  "\\x{1F600}",
  "😀?",
  "^\\s$",
  "[^\\S]",
  "\\bword\\b",
  "\\101",
  "a$b",
  "(?=a)",
  "(a)\\1",
  "(",
  "a**",
  "a()",
];

/** Strings that a generated test makes for the pattern, and that RE2 does not find it in. */
function mismatches(pattern: string): string[] {
  const re2 = RE2JS.compile(pattern);
  const strings = fc.stringMatching(new RegExp(pattern));
  return fc.sample(strings, { numRuns: 30, seed: 1 }).filter((text) => !re2.matcher(text).find());
}

describe("patterns", () => {
  test.each(usual)("%j is used, and RE2 finds it in the strings", (pattern) => {
    expect([readsAlike(pattern), mismatches(pattern)]).toEqual([true, []]);
  });

  test.each(different)("%j is left out", (pattern) => expect(readsAlike(pattern)).toBe(false));

  test.each(["^(((a*)*)*)*$", "((((a+)+)+)+)+", "^(((a{9,99}){9,99}){9,99})$", "([a-z]{1,1000},){5,}"])(
    "%j is left out: its strings are too long",
    (pattern) => expect(readsAlike(pattern)).toBe(false),
  );

  test.each([
    ["^(?i)[a-z0-9_][a-z0-9_\\-\\+\\.]*$", "^[a-z0-9_][a-z0-9_\\-\\+\\.]*$", true],
    ["(?i)^net[0-9]+$", "^net[0-9]+$", true],
    ["(?s)^a.b$", "^a.b$", false],
    ["(?ms)^a.b$", "^a.b$", false],
    ["^(?U)a+$", "^a+$", false],
    ["^a$", "^a$", false],
  ])("strings of %j are drawn by %j", (pattern, source, isOfAnyCase) => {
    expect(drawnPattern(pattern)).toEqual({ source, isOfAnyCase });
    const re2 = RE2JS.compile(pattern);
    const drawn = fc.sample(fc.stringMatching(new RegExp(source)), { numRuns: 100, seed: 1 });
    const strings = isOfAnyCase ? [...drawn, ...drawn.map((text) => text.toUpperCase())] : drawn;
    expect(strings.filter((text) => !re2.matcher(text).find())).toEqual([]);
  });

  test.each(["(?i)[^a]", "(?i)\\W", "(?i:a)b", "a(?i)b", "(?-s).", "(?i)é", "(?P<name>a)", "(?i)", "(?i"])(
    "%j is not drawn",
    (pattern) => expect(drawnPattern(pattern)).toBeUndefined(),
  );

  test.each(["?", "[a", "a?", "(", "\\", "[^", "{1", "{1,2}", "\\d*"])("100,000 times %j takes little time", (part) => {
    const from = performance.now();
    readsAlike(`${part.repeat(100_000)}(?i)`);
    expect(performance.now() - from).toBeLessThan(1000);
  });

  test("a pattern of any parts is left out, or RE2 finds it in the strings", () => {
    const parts = [
      ...usual,
      ...different,
      ...Array.from("()[]{}|^$.*+?-,:\\09aZ é\n"),
      "[a-",
      "[^",
      "{2}",
      "{1,3}",
      "(?:",
      "\\S",
      "\\W",
    ];
    const counts = { used: 0, leftOut: 0 };
    const property = fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 6 }), (chosen) => {
      const pattern = chosen.join("");
      const used = readsAlike(pattern);
      counts[used ? "used" : "leftOut"] += 1;
      // What RE2 does not accept is rejected before tests are generated.
      return !used || !compiles(pattern) || mismatches(pattern).length === 0;
    });
    fc.assert(property, { numRuns: runsOf(3000) });
    expect(Math.min(counts.used, counts.leftOut)).toBeGreaterThan(runsOf(100));
  });
});

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}
