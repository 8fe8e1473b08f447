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

const compiled = new Map<string, Pattern | string>();

/** Compiles a pattern in RE2's syntax, once per process. Returns Go's error message if it does not compile. */
export function compilePattern(pattern: string): Pattern | string {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compile(pattern);
  compiled.set(pattern, made);
  return made;
}

function compile(pattern: string): Pattern | string {
  try {
    const re2 = RE2JS.compile(pattern);
    return { test: (value) => re2.matcher(value).find(), instructions: re2.programSize() };
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
}
