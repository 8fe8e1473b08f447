// Patterns of strings in generated tests. Schemas have them in RE2's syntax; the tests run in JavaScript, which reads some in another way and
// others not at all.
import { drawnLength } from "./pattern-size.ts";

/** A character without a meaning of its own; characters of two code units are two for JavaScript. */
const plain = String.raw`[^\\^$.|?*+()[\]{}\ud800-\udfff]`;
/** Classes and escapes that mean the same; of \s they do not, and inside of brackets not of \S. */
const escapes = String.raw`\\(?:[dDwWtnrfv]|x[0-9a-fA-F]{2}|[!-/:-@[-\x60{-~])`;
const inBrackets = String.raw`[^\\[\]^\ud800-\udfff]`;
const brackets = String.raw`\[\^?(?:${inBrackets}|${escapes})+\]`;
/** fast-check has no strings for one without content. */
const group = String.raw`\((?:\?:|(?!\?))(?!\))`;
const repetition = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})`;

/** Patterns of people are shorter. */
const longest = 1000;
/** Those of people have strings of some hundred characters; `((((a*)*)*)*)*` has so many that a test of it takes a minute. */
const longestDrawn = 4000;
// Short input: longer patterns are not matched.
const alike = new RegExp(String.raw`^\^?(?:${plain}|${escapes}|\\S|[.|)]|${brackets}|${group}|${repetition})*\$?$`);

/** Whether JavaScript accepts a pattern, its strings are drawn in little time, and all that it matches matches in RE2 too. */
export function readsAlike(pattern: string): boolean {
  if (pattern === "" || pattern.length > longest || !alike.test(pattern)) return false;
  if (drawnLength(pattern) > longestDrawn) return false;
  try {
    // Short input: none, it is only compiled.
    void new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Flags at the start of a pattern; JavaScript has none there. */
const flagsAtStart = /^(?<anchor>\^?)\(\?(?<flags>[imsU]+)\)/;

/** What matches only some of the letters of both cases. */
const casedClass = /\[\^|\\[DSWux]|[^ -~]/;

/** Strings of a pattern, for JavaScript. */
export interface DrawnPattern {
  readonly source: string;
  /** Whether strings that match still do with other letters of both cases. */
  readonly isOfAnyCase: boolean;
}

/** A pattern whose strings all match one of RE2 in the beginning of which flags may be; undefined where JavaScript may read it in another way. */
export function drawnPattern(pattern: string): DrawnPattern | undefined {
  const found = flagsAtStart.exec(pattern);
  // Without `m` and `s` fewer strings match, and `U` only says how long a match is.
  const source = found === null ? pattern : `${found.groups?.["anchor"] ?? ""}${pattern.slice(found[0].length)}`;
  const isOfAnyCase = found?.groups?.["flags"]?.includes("i") === true;
  if (!readsAlike(source) || (isOfAnyCase && casedClass.test(source))) return undefined;
  return { source, isOfAnyCase };
}
