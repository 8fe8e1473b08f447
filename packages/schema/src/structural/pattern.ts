// Regular expressions of schemas, which are Go's RE2: compiled by re2js, once per pattern text. JavaScript's own engine
// reads some of them otherwise, accepts others that the API server refuses, and can be made to run for ever.
import { RE2JS } from "re2js";

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern is found anywhere in the text, as the API server searches. */
  test(text: string): boolean;
}

const compiled = new Map<string, Pattern | string>();

/** The compiled pattern, or what is wrong with it in Go's words. */
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
    return { test: (text) => re2.matcher(text).find() };
  } catch (caught) {
    return caught instanceof Error ? caught.message : String(caught);
  }
}
