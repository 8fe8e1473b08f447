// The regular expressions of schemas, in Go's syntax (RE2). JavaScript's engine reads some of them differently, accepts others that the API
// server rejects, and can take exponential time.
import { RE2JS } from "re2js";

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern matches anywhere in the value, as in the API server. */
  test(value: string): boolean;
  /** How many instructions the pattern has: each may be run for each character of a value. */
  readonly instructions: number;
}

/** How many instructions are kept, of the patterns that were used last; 1,000 take about 300 KB. */
const mostKept = 300_000;

/** The one that was used last is the last. */
const compiled = new Map<string, Pattern | string>();
let kept = 0;

/** Compiles a pattern in RE2's syntax, or takes it from those that are kept. Returns Go's error message if it does not compile. */
export function compilePattern(pattern: string): Pattern | string {
  const made = compiled.get(pattern) ?? compile(pattern);
  if (!compiled.delete(pattern)) kept += costOf(pattern, made);
  compiled.set(pattern, made);
  for (const [oldest, program] of compiled) {
    if (kept <= mostKept || oldest === pattern) break;
    compiled.delete(oldest);
    kept -= costOf(oldest, program);
  }
  return made;
}

/** Whether compiling a pattern now costs nothing. */
export function isKept(pattern: string): boolean {
  return compiled.has(pattern);
}

/** What compiling a pattern cost, in instructions: one that does not compile is read all the same. */
export function costOf(pattern: string, made: Pattern | string): number {
  return readingCost(pattern) + (typeof made === "string" ? pattern.length : made.instructions);
}

/** Patterns of real definitions have some 300 characters at most. In longer ones, alternatives with a common start take time in proportion to its square. */
const longestPattern = 10_000;
/** `\pL` has 600 ranges of characters, and its form without upper case more: it takes a quarter of a millisecond, and 150 KB for a while. */
const costOfClass = 1000;
/** A range without upper case: each of its characters is looked up. */
const costOfFoldedRange = 100;

/** What reading a pattern costs before it is compiled, in instructions; infinite when it is too long. A class may have no more instructions than a character. */
export function readingCost(pattern: string): number {
  if (pattern.length > longestPattern) return Number.POSITIVE_INFINITY;
  const classes = pattern.match(/\\p/gi)?.length ?? 0;
  const ranges = /\(\?\w*i/.test(pattern) ? pattern.split("-").length - 1 : 0;
  return pattern.length + classes * costOfClass + ranges * costOfFoldedRange;
}

function compile(pattern: string): Pattern | string {
  try {
    const re2 = RE2JS.compile(pattern);
    return { test: (value) => re2.matcher(value).find(), instructions: re2.programSize() };
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
}
