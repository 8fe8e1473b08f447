// `pnpm run prove:graph`: breaks every foreign input in a copy of the tree and expects a failure on a warm cache.
// `--trace [package...]` runs the kept tasks under strace instead and checks that all they read is declared. `--json FILE`: figures.
import { parseArgs } from "node:util";
import { runSteps } from "@capstan/repo";
import { newCopy, warmStep } from "./copy.ts";
import { faultSteps } from "./prove-faults.ts";
import { inputSteps } from "./prove-inputs.ts";
import { traceSteps } from "./trace-tasks.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { trace: { type: "boolean", default: false }, json: { type: "string" } },
});

const { copy, remove } = newCopy();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
process.once("exit", remove);
const steps = values.trace ? await traceSteps(positionals) : [warmStep(copy), ...inputSteps(copy), ...faultSteps(copy)];
const { failed } = await runSteps(steps, { json: values.json });
process.exitCode = failed === 0 ? 0 : 1;
