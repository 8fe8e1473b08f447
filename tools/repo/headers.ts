// Checks that every module opens with a comment of one to six lines. Readers have to see whether it says what the file is for.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-command.ts";

const sources = "{packages,generators,examples,docs,bench,e2e,tools}/**/*.{ts,tsx}";
const others = /(?:^|\/)(?:node_modules|dist|generated|testdata|project|\.[\w-]+)\/|\.config\.ts$|\.d\.ts$/;

/** What is wrong with the head of a module, if anything. */
export function headerProblem(text: string): string | undefined {
  const lines = text.split("\n").slice(text.startsWith("#!") ? 1 : 0);
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const count = end < 0 ? lines.length : end;
  if (count === 0) return "does not open with a comment that says what it is for";
  return count > 6 ? `opens with ${count} lines of comment; six are enough` : undefined;
}

/** A line for each module whose head is missing or too long. */
export function headerProblems(): string[] {
  return globSync(sources, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" })
    .filter((file) => !others.test(file))
    .toSorted()
    .flatMap((file) => {
      const problem = headerProblem(readFileSync(join(root, file), "utf8"));
      return problem === undefined ? [] : [`${file} ${problem}`];
    });
}
