// One mutant: whether the generated tests of the generator's golden cases notice it.
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describeError } from "@capstan/kube";
import { root } from "@capstan/repo";
import type { Outcome } from "../../part.ts";
import { loadProofs, type ChangedSource } from "../proofs/load-proofs.ts";
import { failedProofs, type ProofRuns } from "../proofs/run-proofs.ts";
import { rightCode } from "./all-mutants.ts";
import { nameOf, type Mutant } from "./mutant.ts";

const runtime = pathToFileURL(`${join(root, "packages/contract/src/codegen/v1")}/`).href;

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

/** A test that fails on the right code would notice every mutant. */
export async function tryRightCode(runs: ProofRuns): Promise<Outcome> {
  const by = await noticed(goldenCases(), runs);
  return { group: rightCode, cases: 1, failures: by === undefined ? [] : [`${by}: it fails without a mutant`] };
}

/** What became of a mutant. */
export async function tryMutant(mutant: Mutant, runs: ProofRuns): Promise<Outcome> {
  const { file, change, needs = "", equivalent } = mutant;
  const group = nameOf(mutant);
  const fitting = goldenCases().filter(({ module }) => module.includes(needs));
  if (fitting.length === 0) return { group, cases: 1, failures: [`no golden case has ${needs}`] };
  try {
    const changed = { file: `${runtime}${file}`, folder: runtime, change };
    const by = await noticed(fitting, runs, changed);
    if (equivalent === undefined)
      return { group, cases: 1, failures: by === undefined ? ["no generated test notices it"] : [], note: by ?? "" };
    const failures = by === undefined ? [] : [`${by}: it is no equivalent, take it off the list`];
    return { group, cases: 1, failures, note: `equivalent: ${equivalent}` };
  } catch (error) {
    return { group, cases: 1, failures: [`it cannot be tried: ${describeError(error)}`] };
  }
}

/** The first generated test that fails, with its case; nothing when all pass. */
async function noticed(
  cases: readonly GoldenCase[],
  runs: ProofRuns,
  changed?: ChangedSource,
): Promise<string | undefined> {
  for (const { name, proofs } of cases) {
    for (const { proof, message } of failedProofs(await loadProofs(proofs, changed), runs)) {
      // That says more about a busy machine than about the mutant.
      if (!/did not end within \d+ s/.test(message)) return `${name}: ${proof}`;
    }
  }
  return undefined;
}
