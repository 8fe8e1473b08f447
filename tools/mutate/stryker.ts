// Runs Stryker in the current folder, a package of a copy of the tree, as a process of its own: it changes the files in place.
// Arguments: its options as JSON, and the file that gets what became of each mutant.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import type { Position } from "./mutants.ts";
import type { Outcome } from "./score.ts";

const [given = "{}", out = "outcomes.json"] = process.argv.slice(2);
const results = await new Stryker({
  inPlace: true,
  plugins: [fileURLToPath(import.meta.resolve("@stryker-mutator/vitest-runner"))],
  testRunner: "vitest",
  vitest: { configFile: join(import.meta.dirname, "source-tests.config.ts") },
  coverageAnalysis: "perTest",
  // Stryker reads a tsconfig with the API of TypeScript, which version 7 does not have.
  tsconfigFile: "none.json",
  reporters: [],
  allowConsoleColors: false,
  ...(JSON.parse(given) as object),
}).runMutationTest();

/** Results count lines and columns from one. */
const fromZero = ({ line, column }: Position): Position => ({ line: line - 1, column: column - 1 });

const outcomes: readonly Outcome[] = results.map(({ fileName, mutatorName, replacement, location, status }) => ({
  file: fileName,
  mutator: mutatorName,
  replacement,
  start: fromZero(location.start),
  end: fromZero(location.end),
  status,
}));
writeFileSync(out, JSON.stringify(outcomes));
