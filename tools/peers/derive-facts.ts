// Derives the facts.json of a peer again, by Go from the sources of an upstream module, and compares it with the committed file: `.ci/run`
// does so, with Go at hand. `--write` replaces the committed file instead, for a new release of the module.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** What is counted in the facts, in the words of the report. */
export type Counts = Readonly<Record<string, number>>;

/** Compares, or writes with `--write`; `folder` is that of the Go program, which prints `Facts`. Exits 3 when the facts differ. */
export function deriveFacts<Facts>(folder: URL, countsOf: (facts: Facts) => Counts): void {
  const file = new URL("facts.json", folder);
  const derived = execFileSync("go", ["run", "."], { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (process.argv.includes("--write")) {
    writeFileSync(file, derived);
    console.log("facts.json written");
  } else if (derived === readFileSync(file, "utf8")) {
    const counts = Object.entries(countsOf(JSON.parse(derived)));
    console.log(`${counts.map(([what, count]) => `${count} ${what}`).join(" and ")} as committed`);
    console.log(`${counts.reduce((sum, [, count]) => sum + count, 0)} passed, 0 failed`);
  } else {
    console.error("facts.json differs from what the Go sources say; derive it again with --write");
    console.log("0 passed, 1 failed");
    process.exitCode = 3;
  }
}
