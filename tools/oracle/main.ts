// `pnpm run oracle [--cases N] [--seed N] [--json FILE] [area...]`: compares Capstan's answers to random cases with those of upstream's Go code, in
// the areas named or in all, and prints a table and the first differences of each.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { wholeFlag } from "@capstan/repo";
import { areas } from "./areas.ts";
import { report } from "./report.ts";
import type { Comparison } from "./area.ts";

const usage = `usage: oracle [--cases N] [--seed N] [--json FILE] [area...]; the areas are ${areas.map(({ name }) => name).join(", ")}`;

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = {
      cases: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.filter((wanted) => !areas.some(({ name }) => name === wanted));
    if (unknown.length > 0) reject(`there is no area "${unknown.join('", "')}"`);
    const chosen = areas.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    const settings = { cases: wholeFlag("cases", values.cases), seed: wholeFlag("seed", values.seed) };
    return { settings, chosen, json: values.json };
  } catch (error) {
    return reject(describeError(error));
  }
}

const { settings, chosen, json } = readArguments();
const results: Record<string, readonly Comparison[]> = {};
let [passed, failed] = [0, 0];
for (const area of chosen) {
  const from = performance.now();
  try {
    const comparisons = await area.run(settings);
    results[area.name] = comparisons;
    const bad = comparisons.filter(({ difference }) => difference !== undefined).length;
    failed += bad;
    passed += comparisons.length - bad;
    console.log(`### ${area.name}, seed ${settings.seed} (${((performance.now() - from) / 1000).toFixed(1)} s)\n`);
    console.log(`${report(comparisons)}\n`);
  } catch (error) {
    failed += 1;
    console.log(`### ${area.name}\n\nfailed: ${describeError(error)}\n`);
  }
}
if (json !== undefined)
  writeFileSync(json, `${JSON.stringify({ ...settings, passed, failed, results }, undefined, 2)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
