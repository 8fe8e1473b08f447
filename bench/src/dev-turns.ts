// Loaded into dev before its own code: measures turns of its event loop. On SIGUSR2 it writes the longest one since the last time into the file that the environment names; it begins with the first, so that what dev needs at rest is measured without it. Dev loads it into its processes, too, where it does nothing.
import { renameSync, writeFileSync } from "node:fs";
// By its path: the folder of the project has no package of this repository's tools.
import { type LoopWatch, watchLoop } from "../../tools/repo/loop-watch.ts";

/** Each look costs dev some of its processor time. */
const tickMs = 10;

/** The file begins with the id of the process. */
function measureTurns(report: string): void {
  let loop: LoopWatch | undefined;
  const write = (value: number): void => {
    writeFileSync(`${report}.next`, `${value}`);
    renameSync(`${report}.next`, report);
  };
  process.on("SIGUSR2", () => write((loop ??= watchLoop(tickMs)).longest()));
  write(process.pid);
}

const { BENCH_TURNS: given } = process.env;
Reflect.deleteProperty(process.env, "BENCH_TURNS");
if (given !== undefined) measureTurns(given);
