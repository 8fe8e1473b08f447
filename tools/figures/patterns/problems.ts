// Regular expressions of the product whose time grows faster than their input: an input of 100 KB would hold the process for seconds.
// `recheck` decides; a comment above one says why it is linear (`// Linear: why`), or that nothing long
// reaches it (`// Short input: why`).
import { check } from "recheck";
import { productSources } from "../source/files.ts";
import { type Pattern, patternsOf } from "./find-patterns.ts";
import { nameOf, readProved, staleNames } from "./proved.ts";

const help =
  "make it linear, or write above it `// Linear: <why>`, or `// Short input: <why>` when nothing long can reach it";

/**
 * A line for each expression that is not linear, or cannot be checked, and has no reason. Those that `prove:patterns` has
 * proved are not proved again; the others have to be listed.
 */
export async function patternProblems(): Promise<string[]> {
  const [patterns, listed] = [productPatterns(), readProved()];
  const { problems, proved } = await checkPatterns(patterns, listed);
  return [...problems, ...staleNames(listed, new Set([...stillThere(listed, patterns), ...proved]))];
}

/** Those of the list that are in the product and need a proof. */
export function stillThere(listed: Iterable<string>, patterns: readonly PlacedPattern[]): string[] {
  const present = new Set(patterns.filter(({ reason }) => reason === undefined).map(nameOf));
  return [...listed].filter((name) => present.has(name));
}

/** An expression and its file. */
export type PlacedPattern = Pattern & { readonly path: string };

/** All expressions of the product. */
export function productPatterns(): PlacedPattern[] {
  return productSources().flatMap((path) => patternsOf(path).map((pattern) => ({ ...pattern, path })));
}

/** What is wrong with expressions that have no reason and are not known to be linear, and which of them were proved. */
export async function checkPatterns(
  patterns: readonly PlacedPattern[],
  known: ReadonlySet<string>,
): Promise<{ readonly problems: string[]; readonly proved: ReadonlySet<string> }> {
  const problems: string[] = [];
  // Many expressions are in several files, and some take seconds.
  const outcomes = new Map<string, string | undefined>();
  for (const pattern of patterns) {
    const name = nameOf(pattern);
    if (pattern.reason !== undefined || known.has(name)) continue;
    if (!outcomes.has(name)) outcomes.set(name, await problemOf(pattern));
    const problem = outcomes.get(name);
    if (problem !== undefined) problems.push(`${pattern.path}:${pattern.line}: ${problem}; ${help}`);
  }
  return { problems, proved: new Set([...outcomes.keys()].filter((name) => outcomes.get(name) === undefined)) };
}

/** The same random attacks in each run, however busy the machine is. */
const repeatable = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
};

/** What is wrong with an expression that has no reason, if anything. */
export async function problemOf({ source, flags }: Pick<Pattern, "source" | "flags">): Promise<string | undefined> {
  if (source === undefined) return "the regular expression is put together while the program runs";
  const found = await check(source, flags, repeatable);
  if (found.status === "safe") return undefined;
  return `the time of the regular expression is ${found.status === "vulnerable" ? found.complexity.summary : "not known"}`;
}
