// Wrong changes of the code that converts, one at a time: the generated tests of the generator's golden cases must notice each. One that no
// test can notice is listed with its reason, and is a failure when a test does notice it.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeError } from "@capstan/kube";
import { root } from "@capstan/repo";
import type { Outcome, Part, Settings } from "../part.ts";
import { loadProofs, type ChangedSource } from "../proofs/load-proofs.ts";
import { failedProofs } from "../proofs/run-proofs.ts";
import { nameOf, type Mutant } from "./mutant.ts";
import { ruleMutants } from "./rule-mutants.ts";
import { valueMutants } from "./value-mutants.ts";

const runtime = pathToFileURL(`${join(root, "packages/contract/src/codegen/v1")}/`).href;

/** As many objects for a generated test as its author's `npm test` has. */
const runsOfAuthors = 100;

/** Without `--all`, one of so many mutants is tried; the seed says which. */
const sampleStep = 24;

/** The mutants. */
export const mutants: Part = {
  name: "mutants",
  async run({ runs, seed, only, all }: Settings) {
    const judging = { cases: goldenCases(), seed, runs: Math.min(runs, runsOfAuthors) };
    const named = [...valueMutants, ...ruleMutants].filter((mutant) => nameOf(mutant).includes(only));
    const chosen = all || only !== "" ? named : named.filter((_, index) => (index + seed) % sampleStep === 0);
    const outcomes: Outcome[] = all ? [await outcomeOfRightCode(judging)] : [];
    for (const mutant of chosen) outcomes.push(await outcomeOf(mutant, judging));
    return outcomes;
  },
};

/** A golden case: its generated test, and the module that it tests. */
interface GoldenCase {
  readonly name: string;
  readonly proofs: URL;
  readonly module: string;
}

/** The golden cases with generated tests, the quickest first. */
function goldenCases(): readonly GoldenCase[] {
  const files = globSync("generators/conversion/testdata/*/want/*.test.ts", { cwd: root });
  return files
    .map((file) => {
      const module = readFileSync(join(root, file.replace(".test.ts", ".ts")), "utf8");
      return { name: basename(dirname(dirname(file))), proofs: pathToFileURL(join(root, file)), module };
    })
    .toSorted((a, b) => a.module.length - b.module.length);
}

interface Judging {
  readonly cases: readonly GoldenCase[];
  readonly seed: number;
  readonly runs: number;
}

/** A test that fails on the right code would notice every mutant. */
async function outcomeOfRightCode(judging: Judging): Promise<Outcome> {
  const by = await noticed(judging);
  return { group: "the right code", cases: 1, failures: by === undefined ? [] : [`${by}: it fails without a mutant`] };
}

async function outcomeOf(mutant: Mutant, { cases, ...judging }: Judging): Promise<Outcome> {
  const { file, change, needs = "", equivalent } = mutant;
  const group = nameOf(mutant);
  const fitting = cases.filter(({ module }) => module.includes(needs));
  if (fitting.length === 0) return { group, cases: 1, failures: [`no golden case has ${needs}`] };
  try {
    const changed = { file: `${runtime}${file}`, folder: runtime, change };
    const by = await noticed({ cases: fitting, ...judging }, changed);
    if (equivalent === undefined)
      return { group, cases: 1, failures: by === undefined ? ["no generated test notices it"] : [], note: by ?? "" };
    const failures = by === undefined ? [] : [`${by}: it is no equivalent, take it off the list`];
    return { group, cases: 1, failures, note: `equivalent: ${equivalent}` };
  } catch (error) {
    return { group, cases: 1, failures: [`it cannot be tried: ${describeError(error)}`] };
  }
}

/** The first generated test that fails, with its case; nothing when all pass. */
async function noticed({ cases, ...runs }: Judging, changed?: ChangedSource): Promise<string | undefined> {
  for (const { name, proofs } of cases) {
    for (const { proof, message } of failedProofs(await loadProofs(proofs, changed), { ...runs, shrink: false })) {
      // That says more about a busy machine than about the mutant.
      if (!/did not end within \d+ s/.test(message)) return `${name}: ${proof}`;
    }
  }
  return undefined;
}
