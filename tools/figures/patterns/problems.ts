// Regular expressions of the product whose time grows faster than their input: an input of 100 KB would hold the process for seconds.
// `recheck` decides; a comment above one says why it is linear (`// Linear: why`), or that nothing long
// reaches it (`// Short input: why`).
import { check } from "recheck";
import { productSources } from "../source/files.ts";
import { type Pattern, patternsOf } from "./find-patterns.ts";

const help =
  "make it linear, or write above it `// Linear: <why>`, or `// Short input: <why>` when nothing long can reach it";

/** A line for each expression that is not linear, or cannot be checked, and has no reason. */
export async function patternProblems(): Promise<string[]> {
  const problems: string[] = [];
  // Many expressions are in several files, and some take seconds.
  const known = new Map<string, Promise<string | undefined>>();
  for (const path of productSources()) {
    for (const pattern of patternsOf(path)) {
      const key = JSON.stringify([pattern.source, pattern.flags, pattern.reason !== undefined]);
      const found = known.get(key) ?? problemOf(pattern);
      known.set(key, found);
      const problem = await found;
      if (problem !== undefined) problems.push(`${path}:${pattern.line}: ${problem}; ${help}`);
    }
  }
  return problems;
}

/** The same random attacks in each run, however busy the machine is. */
const repeatable = {
  timeout: 60_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
};

/** What is wrong with an expression, if anything. */
export async function problemOf({ source, flags, reason }: Pattern): Promise<string | undefined> {
  if (reason !== undefined) return undefined;
  if (source === undefined) return "the regular expression is put together while the program runs";
  const found = await check(source, flags, repeatable);
  if (found.status === "safe") return undefined;
  return `the time of the regular expression is ${found.status === "vulnerable" ? found.complexity.summary : "not known"}`;
}
