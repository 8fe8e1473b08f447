// `pnpm run prove:graph`: breaks every foreign input in a copy of the tree and demands red on a warm cache.
// `--trace [package...]` runs the kept tasks under strace instead and demands that all they read is declared. `--json FILE`: figures.
import { parseArgs } from "node:util";
import { runSteps, type Step } from "@capstan/house";
import { proofSteps } from "./prove-inputs.ts";
import { traceSteps } from "./trace-tasks.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { trace: { type: "boolean", default: false }, json: { type: "string" } },
});

const { steps, remove }: { readonly steps: readonly Step[]; readonly remove: () => void } = values.trace
  ? { steps: await traceSteps(positionals), remove: () => undefined }
  : proofSteps();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
process.once("exit", remove);
const { failed } = await runSteps(steps, { json: values.json });
process.exitCode = failed === 0 ? 0 : 1;
