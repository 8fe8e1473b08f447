// Wrong changes of the code that converts, one at a time: the generated tests of the generator's golden cases must notice each. One that no
// test can notice is listed with its reason, and is a failure when a test does notice it.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Outcome, Part, Settings } from "../../part.ts";
import type { ProofRuns } from "../proofs/run-proofs.ts";
import { allMutants, rightCode } from "./all-mutants.ts";
import { nameOf } from "./mutant.ts";

/** As many objects for a generated test as its author's `npm test` has. */
const runsOfAuthors = 100;

/** Without `--all`, one of so many mutants is tried; the seed says which. */
const sampleStep = 24;

/** What one thread tries: mutants by name, or the right code. */
export interface MutantBatch {
  readonly names: readonly string[];
  readonly runs: ProofRuns;
}

/** What a thread has loaded takes more memory with each. */
const largestBatch = 12;

/** The mutants. */
export const mutants: Part = {
  name: "mutants",
  async run({ runs, seed, only, all }: Settings) {
    const named = allMutants.map(nameOf).filter((name) => name.includes(only));
    const chosen = all || only !== "" ? named : named.filter((_, index) => (index + seed) % sampleStep === 0);
    const proofs = { seed, runs: Math.min(runs, runsOfAuthors), shrink: false };
    return await inThreads(all ? [rightCode, ...chosen] : chosen, proofs);
  },
};

/** The outcomes in the order of the names, from as many threads as there are cores. */
async function inThreads(names: readonly string[], runs: ProofRuns): Promise<readonly Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  const left = [...names];
  const threads = availableParallelism();
  const size = Math.min(largestBatch, Math.ceil(names.length / threads));
  const work = async (): Promise<void> => {
    while (left.length > 0) {
      const batch = { names: left.splice(0, size), runs };
      for (const outcome of await outcomesOf(batch)) outcomes.set(outcome.group, outcome);
      // All of them take most of an hour.
      console.error(`${outcomes.size} of ${names.length} mutants were tried`);
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  return names.map((name) => outcomes.get(name) ?? { group: name, cases: 1, failures: ["its thread did not try it"] });
}

/** What a thread found until it ended. */
function outcomesOf(batch: MutantBatch): Promise<readonly Outcome[]> {
  const found: Outcome[] = [];
  const thread = new Worker(new URL("./mutant-thread.ts", import.meta.url), { workerData: batch });
  return new Promise((resolve, reject) => {
    thread.on("message", (outcome: Outcome) => found.push(outcome));
    thread.once("error", reject);
    thread.once("exit", () => resolve(found));
  });
}
