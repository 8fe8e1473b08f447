// `pnpm run bench [--short] [--assert] [--write] [--json FILE] [name...]`: runs the benchmarks named, or all but the longest, and prints each table
// as it is ready. `--short` takes fewer runs; `--assert` fails where a figure is past a limit that only an idle machine holds; `--write` puts them
// into their sections of docs/benchmarks.md, with the limits that they miss, `--json` all of them into a file.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { workloadClusters } from "./benchmarks/clusters.ts";
import { conversions } from "./benchmarks/conversions.ts";
import { dev } from "./benchmarks/dev.ts";
import { generate } from "./benchmarks/generate.ts";
import { hooks } from "./benchmarks/hooks.ts";
import { operator, operatorAtSize } from "./benchmarks/operator.ts";
import { operatorIdle } from "./benchmarks/operator-idle.ts";
import { watchDecoding } from "./benchmarks/watch-decoding.ts";
import { reconcile } from "./benchmarks/reconcile.ts";
import { graph } from "./benchmarks/graph.ts";
import { besidePeers, type Measurement, type Mode } from "./src/measurement.ts";
import { machine } from "./src/machine.ts";
import { otherWork } from "./src/other-work.ts";
import { type Section, writePage } from "./src/page.ts";

const benchmarks: readonly Measurement[] = [
  besidePeers(generate),
  besidePeers(hooks),
  besidePeers(conversions),
  besidePeers(reconcile),
  besidePeers(watchDecoding),
  besidePeers(operatorIdle),
  besidePeers(operator),
  dev,
  graph,
];
/** Those that run when they are named only: they take many minutes. */
const byHand: readonly Measurement[] = [besidePeers(operatorAtSize), besidePeers(workloadClusters)];
const all = [...benchmarks, ...byHand];
const usage = `usage: bench [--short] [--assert] [--write] [--json FILE] [name...]; the names are ${all.map(({ name }) => name).join(", ")}`;

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

interface Arguments {
  readonly mode: Mode;
  readonly write: boolean;
  readonly json?: string | undefined;
  readonly chosen: readonly Measurement[];
}

function readArguments(): Arguments {
  try {
    const options = {
      short: { type: "boolean", default: false },
      assert: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      json: { type: "string" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.filter((name) => !all.some((benchmark) => benchmark.name === name));
    if (unknown.length > 0) reject(`there is no benchmark "${unknown.join('", "')}"`);
    const chosen = positionals.length === 0 ? benchmarks : all.filter(({ name }) => positionals.includes(name));
    const { short, assert, write, json } = values;
    return { mode: { short, assert }, write, json, chosen };
  } catch (error) {
    return reject(describeError(error));
  }
}

const { mode, write, json, chosen } = readArguments();
// Servers that benchmarks started are killed by the handlers of this process's exit.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

console.log(`${machine()}\n`);
const sections: Section[] = [];
const figures: Record<string, unknown> = {};
let failed = 0;
for (const { name, run } of chosen) {
  const began = performance.now();
  try {
    const beside = await otherWork();
    const { table, missed, ...measured } = await run(mode);
    sections.push({ name, table, beside, missed });
    figures[name] = measured.figures;
    console.log(
      [table, ...(beside === undefined ? [] : [`${beside}\n`]), ...missed.map((miss) => `missed: ${miss}`)].join("\n"),
    );
    if (missed.length > 0) failed += 1;
  } catch (error) {
    failed += 1;
    console.log(`### ${name}\n\nfailed: ${describeError(error)}`);
  }
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}
if (write && sections.length > 0) {
  const names = all.map(({ name }) => name);
  await writePage(machine(), sections, names);
  console.log("docs/benchmarks.md written");
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine: machine(), figures }, undefined, 2)}\n`);
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
