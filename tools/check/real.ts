// `pnpm run test:real`: every suite that needs built binaries (`*.real.test.ts`), package by package, none skipped; `test:real packages/cli` runs
// those of the packages that are named, `--except packages/cli` those of all others. Packages run one after the other: each starts control planes of its
// own, and some of upstream's ports are fixed.
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { orUsage, root, runCommand, runSteps, type Step } from "@capstan/repo";
import { failuresOf } from "./task-report.ts";

/** How much of a suite's failures is shown, in characters. */
const shownOfFailures = 20_000;

const files = globSync("{packages,generators,examples,tools}/*/**/*.real.test.ts", {
  cwd: root,
  exclude: (name) => name.includes("node_modules"),
});
const folders = [...new Set(files.map((file) => file.split("/").slice(0, 2).join("/")))].toSorted();

const chosen = orUsage("usage: test:real [--except PACKAGE]... [PACKAGE]...", () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { except: { type: "string", multiple: true, default: [] as string[] } },
  });
  const unknown = [...positionals, ...values.except].filter((name) => !folders.includes(name));
  if (unknown.length > 0) throw new Error(`no suites in "${unknown.join('", "')}"; there are ${folders.join(", ")}`);
  return folders.filter(
    (folder) => (positionals.length === 0 || positionals.includes(folder)) && !values.except.includes(folder),
  );
});

function suite(folder: string): Step {
  return {
    name: folder,
    run: async () => {
      const { code, output } = await runCommand(["vitest", "run", "--mode", "real"], { cwd: join(root, folder) });
      if (code !== 0) throw new Error(failuresOf(stripVTControlCharacters(output)).slice(-shownOfFailures));
      const tests = /Tests +(.*)/.exec(output)?.[1] ?? "";
      // Faults are injected through the embedded server alone; `check` runs those tests there.
      return tests.includes("skipped") ? `${tests}; skipped: what only the embedded server can be told to do` : tests;
    },
  };
}

const tally = await runSteps(chosen.map(suite));
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
