// `pnpm run fuzz conversions|hooks [--runs N] [--seed N] [--pair NAME] [--share K/N] [--all] [--from DIR] [--json FILE] [part...]`: tries declared conversions on
// random objects, or a server of hooks with hostile requests, in the parts named or in all, and prints a table of each, and what went wrong at the end.
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { shareFlag, wholeFlag } from "@capstan/repo";
import { conversionParts } from "./conversions/parts.ts";
import { firstFailures, table } from "./report.ts";
import { hookParts } from "./hooks/fuzz-server.ts";
import { type Outcome, type Part, shareOf } from "./part.ts";

const areas: Readonly<Record<string, readonly Part[]>> = { conversions: conversionParts, hooks: hookParts };
const namesIn = (parts: readonly Part[]): readonly string[] => parts.map(({ name }) => name);
const lists = Object.entries(areas).map(([area, parts]) => `the parts of ${area} are ${namesIn(parts).join(", ")}`);
const usage = `usage: fuzz ${Object.keys(areas).join("|")} [--runs N] [--seed N] [--pair NAME] [--share K/N] [--all] [--from DIR] [--json FILE] [part...]; ${lists.join("; ")}`;

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    const options = {
      runs: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      pair: { type: "string", default: "" },
      share: { type: "string", default: "1/1" },
      all: { type: "boolean", default: false },
      from: { type: "string" },
      json: { type: "string" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [area, ...wanted] = positionals;
    const parts = area !== undefined && Object.hasOwn(areas, area) ? areas[area] : undefined;
    if (parts === undefined) return reject(area === undefined ? "an area is missing" : `there is no area "${area}"`);
    const unknown = wanted.filter((name) => !namesIn(parts).includes(name));
    if (unknown.length > 0) reject(`there is no part "${unknown.join('", "')}"`);
    const chosen = parts.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    const { from, all, pair: only } = values;
    const isOfShare = shareFlag("share", values.share);
    if (from !== undefined && !existsSync(from)) reject(`--from: there is no folder "${from}"`);
    const numbers = { runs: wholeFlag("runs", values.runs), seed: wholeFlag("seed", values.seed) };
    const settings = {
      ...numbers,
      only,
      all,
      isOfShare,
      ...(from !== undefined && { from }),
    };
    return { settings, chosen, isNamed: wanted.length > 0, json: values.json };
  } catch (error) {
    return reject(describeError(error));
  }
}

const { settings, chosen, isNamed, json } = readArguments();
const results: Record<string, readonly Outcome[]> = {};
const failures: string[] = [];
let [passed, failed] = [0, 0];
for (const part of chosen) {
  const from = performance.now();
  try {
    const outcomes = await part.run(isNamed ? settings : shareOf(part, settings));
    results[part.name] = outcomes;
    failed += outcomes.reduce((sum, { failures }) => sum + failures.length, 0);
    passed += outcomes.reduce((sum, { cases, failures }) => sum + Math.max(0, cases - failures.length), 0);
    console.log(`### ${part.name}, seed ${settings.seed} (${((performance.now() - from) / 1000).toFixed(1)} s)\n`);
    console.log(`${table(outcomes)}\n`);
    failures.push(...firstFailures(outcomes));
  } catch (error) {
    failed += 1;
    failures.push(`${part.name} failed: ${describeError(error)}\n`);
  }
}
// A name that selects nothing, or a part that tries nothing, is no success.
if (passed + failed === 0) failed += 1;
if (json !== undefined)
  writeFileSync(json, `${JSON.stringify({ ...settings, passed, failed, results }, undefined, 2)}\n`);
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
