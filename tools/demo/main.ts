// `pnpm run demo`: generates everything for provider-local, starts it on the embedded API server with a scripted core, takes a
// cluster of three machines from creation to Ready to deleted, and calls a hook of a Runtime Extension. Needs Node alone, ends
// with nothing left running, also on Ctrl-C.
import { describeError } from "@capstan/kube";
import { createScreen } from "../../packages/cli/src/output/screen.ts";
import { runClusterStep } from "./cluster-step.ts";
import { runGenerateStep } from "./generate-step.ts";
import { runHookStep } from "./hook-step.ts";

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());

const screen = createScreen(process.stdout);
const begin = performance.now();
try {
  for (const step of [runGenerateStep, runClusterStep, runHookStep]) await step(screen, stop.signal);
  screen.print(`\nDone in ${seconds(begin)}; nothing is left running. Read on: examples/provider-local/README.md`);
} catch (error) {
  screen.print(stop.signal.aborted ? "\nStopped; nothing is left running." : `\ndemo: ${describeError(error)}`);
  process.exitCode = stop.signal.aborted ? 130 : 1;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
