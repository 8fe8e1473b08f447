// `pnpm run coverage contracts [--documents DIR] [--facts FILE] [--json FILE]`: what enforces each rule of Cluster API's contracts, as a table. It
// fails on a rule without evidence, on evidence that does not exist, and on a line of the documents that no rule cites.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { coverContracts } from "./coverage.ts";
import { tableOf } from "./report.ts";

const usage =
  "usage: coverage contracts [--documents DIR] [--facts FILE] [--json FILE]; pnpm run coverage:tests counts lines that tests reach";

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = { documents: { type: "string" }, facts: { type: "string" }, json: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [subject, ...more] = positionals;
    if (subject !== "contracts" || more.length > 0) return reject(`there is no subject "${positionals.join(" ")}"`);
    return values;
  } catch (error) {
    return reject(describeError(error));
  }
}

function cover(sources: Parameters<typeof coverContracts>[0]): ReturnType<typeof coverContracts> {
  try {
    return coverContracts(sources);
  } catch (error) {
    return reject(describeError(error));
  }
}

const { json, ...sources } = readArguments();
const coverage = cover(sources);
console.log(`${tableOf(coverage.groups)}\n`);
console.log(
  `lines that say must or should: ${coverage.lines}, ${sources.documents === undefined ? "not compared" : "compared"} with the documents`,
);
for (const { subject, text } of coverage.problems) console.log(`${subject}: ${text}`);
if (json !== undefined) writeFileSync(json, `${JSON.stringify(coverage, undefined, 2)}\n`);
console.log(`${coverage.passed} passed, ${coverage.failed} failed`);
process.exitCode = coverage.failed === 0 ? 0 : 1;
