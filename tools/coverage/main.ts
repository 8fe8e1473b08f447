// `pnpm run coverage contracts|runtime [--documents DIR] [--facts FILE] [--json FILE] [--assert]`: what enforces each rule of Cluster API's contracts,
// or shows each demand on runtime hooks, as a table. It fails on what has no evidence, on evidence that does not exist, and on a line of the
// documents that nothing cites; with --assert on demands that are open, too.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { coverContracts, type Coverage, type Sources } from "./coverage.ts";
import { coverRuntime } from "./cover-runtime.ts";
import { tableOf } from "./report.ts";

const usage =
  "usage: coverage contracts|runtime [--documents DIR] [--facts FILE] [--json FILE] [--assert]; pnpm run coverage:tests counts lines that tests reach";

/** What is compared. */
const subjects: Readonly<Record<string, (sources: Sources) => Coverage>> = {
  contracts: coverContracts,
  runtime: coverRuntime,
};

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = {
      documents: { type: "string" },
      facts: { type: "string" },
      json: { type: "string" },
      assert: { type: "boolean" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [subject = "", ...more] = positionals;
    const cover = Object.hasOwn(subjects, subject) ? subjects[subject] : undefined;
    if (cover === undefined || more.length > 0) return reject(`there is no subject "${positionals.join(" ")}"`);
    return { ...values, cover };
  } catch (error) {
    return reject(describeError(error));
  }
}

function compare(cover: (sources: Sources) => Coverage, sources: Sources): ReturnType<typeof cover> {
  try {
    return cover(sources);
  } catch (error) {
    return reject(describeError(error));
  }
}

const { json, cover, ...sources } = readArguments();
const coverage = compare(cover, sources);
console.log(`${tableOf(coverage.groups, coverage.columns)}\n`);
console.log(
  `lines that demand something: ${coverage.lines}, ${sources.documents === undefined ? "not compared" : "compared"} with the documents`,
);
for (const { subject, text } of coverage.open) console.log(`open: ${subject}: ${text}`);
for (const { subject, text } of coverage.problems) console.log(`${subject}: ${text}`);
if (json !== undefined) writeFileSync(json, `${JSON.stringify(coverage, undefined, 2)}\n`);
const open = coverage.open.length;
console.log(`${coverage.passed} passed, ${coverage.failed} failed${open === 0 ? "" : `, ${open} open`}`);
process.exitCode = coverage.failed === 0 ? 0 : 1;
