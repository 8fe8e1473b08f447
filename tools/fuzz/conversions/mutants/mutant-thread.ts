// The thread of some mutants: what they load stays in memory until it ends.
import { parentPort, workerData } from "node:worker_threads";
import { nameOf } from "./mutant.ts";
import type { MutantBatch } from "./mutants.ts";
import { allMutants, rightCode } from "./all-mutants.ts";
import { tryMutant, tryRightCode } from "./try-mutant.ts";

// The main thread starts this one with its batch.
const { names, runs } = workerData as MutantBatch;
for (const name of names) {
  const mutant = allMutants.find((one) => nameOf(one) === name);
  if (mutant !== undefined) parentPort?.postMessage(await tryMutant(mutant, runs));
  else if (name === rightCode) parentPort?.postMessage(await tryRightCode(runs));
}
