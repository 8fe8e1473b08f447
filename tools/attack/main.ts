// `pnpm run attack [--sample] [--inputs N] [--seed N] [--write] [--json FILE] [area...]`: tries every attack and the fuzzes of the areas
// named, or of all, and prints a table of each. `--sample` sends a fiftieth of the inputs; `--write` puts the tables of a whole run
// into docs/attacks.md.
import { fork, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeError } from "@capstan/kube";
import { wholeFlag } from "@capstan/repo";
import { areas } from "./areas/index.ts";
import { stallLimitMs } from "./stall-limit.ts";
import { attackTable, faultLines, fuzzTable } from "./tables.ts";
import { writePage } from "./page.ts";
import type { AreaResult } from "./run-area.ts";

const usage = `usage: attack [--sample] [--inputs N] [--seed N] [--write] [--json FILE] [area...]; the areas are ${areas.map(({ name }) => name).join(", ")}`;
const wholeInputs = 10_000;
const sampleInputs = 200;
/** An area that hangs must not hang the run. */
const areaLimitMs = 20 * 60_000;

interface Arguments {
  readonly inputs: number;
  readonly seed: number;
  readonly write: boolean;
  readonly json?: string | undefined;
  readonly chosen: readonly string[];
}

/** Ends with a wrong command line. */
function reject(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(2);
}

function readArguments(): Arguments {
  try {
    const options = {
      sample: { type: "boolean", default: false },
      inputs: { type: "string" },
      seed: { type: "string", default: "1" },
      write: { type: "boolean", default: false },
      json: { type: "string" },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const names = areas.map(({ name }) => name);
    const unknown = positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) reject(`there is no area "${unknown.join('", "')}"`);
    const inputs = wholeFlag("inputs", values.inputs ?? String(values.sample ? sampleInputs : wholeInputs));
    if (values.write && (positionals.length > 0 || inputs < wholeInputs)) reject("--write is for a whole run");
    return {
      inputs,
      seed: wholeFlag("seed", values.seed),
      write: values.write,
      json: values.json,
      chosen: positionals.length === 0 ? names : names.filter((name) => positionals.includes(name)),
    };
  } catch (error) {
    return reject(describeError(error));
  }
}

const children = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of children) child.kill("SIGKILL");
    process.exit(130);
  });

async function runArea(name: string, { inputs, seed }: Arguments): Promise<AreaResult> {
  const child = fork(fileURLToPath(new URL("./run-area.ts", import.meta.url)), [name, String(inputs), String(seed)], {
    execArgv: ["--conditions=@capstan/source", "--expose-gc"],
  });
  children.add(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), areaLimitMs);
  try {
    return await new Promise((resolve, reject) => {
      // What the child sends is what run-area.ts has made.
      child.once("message", (result) => resolve(result as AreaResult));
      child.once("exit", (code, signal) => reject(new Error(`the process ended with ${signal ?? code}`)));
    });
  } finally {
    clearTimeout(timer);
    children.delete(child);
  }
}

const settings = readArguments();
console.log(`the limit of a stall on this machine: ${stallLimitMs()} ms\n`);
const results: Record<string, AreaResult> = {};
let [passed, failed] = [0, 0];
for (const name of settings.chosen) {
  const from = performance.now();
  try {
    const result = await runArea(name, settings);
    results[name] = result;
    const bad =
      result.attacks.filter((attack) => attack.failed).length +
      result.fuzzes.filter(({ faults }) => faults.length > 0).length;
    failed += bad;
    passed += result.attacks.length + result.fuzzes.length - bad;
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    console.log(
      [
        `### ${name} (${seconds} s)`,
        "",
        attackTable([result]),
        "",
        fuzzTable([result]),
        ...faultLines(result),
        "",
      ].join("\n"),
    );
  } catch (error) {
    failed += 1;
    console.log(`### ${name}\n\nfailed: ${describeError(error)}\n`);
  }
}
if (settings.write && failed === 0) {
  await writePage(Object.values(results));
  console.log("docs/attacks.md written");
}
if (settings.json !== undefined) writeFileSync(settings.json, `${JSON.stringify(results, undefined, 2)}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
