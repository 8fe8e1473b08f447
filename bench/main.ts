// `pnpm run bench [--short] [--write] [name...]`: runs the benchmarks named, or all, and prints each table as it is ready.
// `--short` takes fewer runs; `--write` puts the figures into docs/benchmarks.md. Nothing here judges figures.
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { generatePatches } from "./benchmarks/generate-patches.ts";
import { generate } from "./benchmarks/generate.ts";
import { reconcile } from "./benchmarks/reconcile.ts";
import type { Benchmark } from "./src/benchmark.ts";
import { measure } from "./src/harness.ts";
import { machine } from "./src/machine.ts";
import { writePage } from "./src/page.ts";
import { formatOutcome } from "./src/table.ts";

const benchmarks: readonly Benchmark[] = [generate, generatePatches, reconcile];
const usage = `usage: bench [--short] [--write] [name...]; the names are ${benchmarks.map(({ name }) => name).join(", ")}`;

/** Ends with a wrong command line. */
function refuse(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments(): { readonly short: boolean; readonly write: boolean; readonly chosen: readonly Benchmark[] } {
  try {
    const options = { short: { type: "boolean", default: false }, write: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
    if (unknown.length > 0) refuse(`there is no benchmark "${unknown.join('", "')}"`);
    const chosen = positionals.length === 0 ? benchmarks : benchmarks.filter(({ name }) => positionals.includes(name));
    if (values.write && chosen.length < benchmarks.length) refuse("--write is for a run of all benchmarks");
    return { ...values, chosen };
  } catch (error) {
    return refuse(describeError(error));
  }
}

const { short, write, chosen } = readArguments();
// Servers that benchmarks started are killed by the handlers of this process's exit.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

console.log(`${machine()}\n`);
const tables: string[] = [];
let failed = 0;
for (const benchmark of chosen) {
  try {
    const table = formatOutcome(await measure(benchmark, short ? benchmark.runs.short : benchmark.runs.full));
    tables.push(table);
    console.log(table);
  } catch (error) {
    failed += 1;
    console.log(`### ${benchmark.name}\n\nfailed: ${describeError(error)}\n`);
  }
}
if (write && failed === 0) {
  await writePage(machine(), tables);
  console.log("docs/benchmarks.md written");
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
