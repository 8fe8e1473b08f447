// The table of hard pairs: each is accepted and its generated tests pass, or it is rejected for the right reason. What is accepted compiles.
import { fileURLToPath } from "node:url";
import { emitSource, type Emitted } from "../emitted.ts";
import type { Outcome, Part, Settings } from "../../part.ts";
import type { ProofRuns } from "../proofs/run-proofs.ts";
import { errorsOf, failedTests, runsOfSmall, textsOf } from "./accepted.ts";
import { compileProblems, problemsIn } from "./compile.ts";
import { sourceOf } from "./pair-source.ts";
import { hardPairs, type HardPair } from "./pair-table.ts";

/** The table. */
export const pairs: Part = {
  name: "pairs",
  async run(settings: Settings) {
    const chosen = hardPairs.filter(({ name }, index) => name.includes(settings.only) && settings.isOfShare(index));
    const made = chosen.map((pair) => ({ pair, emitted: emitSource(sourceOf(pair)) }));
    const compiled = made.filter(({ pair }) => isAccepted(pair)).map(({ emitted }) => fileURLToPath(emitted.folder));
    const problems = await compileProblems(compiled);
    const outcomes: Outcome[] = [];
    for (const { pair, emitted } of made) {
      const failures = await failuresOf(pair, emitted, runsOfSmall(settings));
      const own = problemsIn(emitted.folder, problems);
      outcomes.push({ group: pair.name, cases: 1, failures: [...failures, ...own], note: wantOf(pair) });
    }
    return outcomes;
  },
};

function isAccepted({ want }: HardPair): boolean {
  return typeof want !== "string" || want === "proved";
}

function wantOf({ want }: HardPair): string {
  if (typeof want !== "string") return `its tests fail: ${want.fails}`;
  return want === "proved" ? want : `rejected: ${want}`;
}

async function failuresOf({ want }: HardPair, emitted: Emitted, runs: ProofRuns): Promise<readonly string[]> {
  const errors = errorsOf(emitted);
  if (typeof want === "string" && want !== "proved") {
    const hasCode = errors.length > 0 && errors.every(({ code }) => code === want);
    return hasCode ? [] : [`it should be rejected with ${want} alone, and it is ${textsOf(errors) || "accepted"}`];
  }
  if (errors.length > 0) return [`it should be accepted: ${textsOf(errors)}`];
  const failed = await failedTests(emitted, runs);
  if (failed === undefined) return ["there are no generated tests"];
  if (typeof want === "string") return failed;
  const isRight = failed.some((message) => message.includes(want.fails));
  return isRight ? [] : [`its tests should fail with "${want.fails}": ${failed.join("\n") || "they pass"}`];
}
