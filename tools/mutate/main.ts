// `pnpm run mutate [target...]`: changes the sources of the targets in a copy of the tree, one change at a time, and counts the changes
// that a test in `src` notices. Fails below the limit of each target. `--sample N --seed S`: about N mutants of every second target, of the others with an
// even seed, or of the targets that are named, and one limit for all of them. `--json FILE`: figures. `--workers N`: so many at once.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { copyTree, root, runSteps, type Step, StepFailure, wholeFlag } from "@capstan/repo";
import { filesOf, type Mutant, mutantsOf } from "./mutants.ts";
import { runAll, runSample } from "./run-target.ts";
import { sampleOf } from "./sample.ts";
import {
  type Equivalent,
  isSurvivor,
  type Judged,
  type Score,
  scoreOf,
  singleSpaced,
  staleEquivalents,
} from "./score.ts";
import { limits, type Target, targets } from "./targets.ts";

const names = targets.map(({ name }) => name);
const usage = `usage: mutate [--sample N] [--seed N] [--files PART] [--survivors] [--fresh] [--workers N] [--json FILE] [target...]; the targets are ${names.join(", ")}`;

const { values, positionals } = readArguments();
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (values.fresh) rmSync(join(root, ".results", "mutate"), { recursive: true, force: true });

const scratch = mkdtempSync(join(tmpdir(), "capstan-mutate-copy-"));
const copy = join(scratch, "tree");
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await copyTree(copy);
const place = { copy, workers: Number(values.workers) };

const steps = values.sample === undefined ? chosen.map(wholeStep) : await sampleSteps(Number(values.sample));
const { failed } = await runSteps(steps, { json: values.json });
process.exitCode = failed === 0 ? 0 : 1;

function readArguments() {
  const options = {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "" },
    survivors: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
    workers: { type: "string", default: "2" },
    json: { type: "string" },
  } as const;
  try {
    const given = parseArgs({ options, allowPositionals: true });
    const unknown = given.positionals.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`there is no target ${unknown.join(", ")}`);
    for (const flag of ["sample", "seed", "workers"] as const) {
      const { [flag]: text } = given.values;
      if (text !== undefined) wholeFlag(flag, text);
    }
    return given;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}

/** All mutants of a target, or those of the files whose paths contain `--files`. */
function wholeStep(target: Target): Step {
  return {
    name: target.name,
    run: async () => {
      const files = filesOf(target, root).filter((file) => file.includes(values.files));
      return report(target, await runAll(target, files, place), limits.all);
    },
  };
}

/** One sample of targets, which must pass the limit together: of a small target a few mutants are drawn, too few to say much about it. */
async function sampleSteps(count: number): Promise<Step[]> {
  const seed = Number(values.seed);
  // All tests of a target run once before its first mutant, which takes longer than the few mutants of a sample.
  const sampled = positionals.length > 0 ? chosen : chosen.filter((_, index) => index % 2 !== seed % 2);
  const owners = new Map<Mutant, Target>();
  for (const target of sampled)
    for (const mutant of await mutantsOf(target, filesOf(target, root), root)) owners.set(mutant, target);
  const scores: Score[] = [];
  const steps = sampled.map((target, index): Step => {
    const mine = [...owners].filter(([, owner]) => owner === target).map(([mutant]) => mutant);
    const share = Math.max(1, Math.round((count * mine.length) / owners.size));
    return {
      name: `${target.name} (sample, seed ${seed})`,
      run: async () => {
        const outcomes = await runSample(target, sampleOf(mine, share, seed + index), place);
        scores.push(scoreOf(outcomes, equivalentsOf(target)));
        return report(target, outcomes);
      },
    };
  });
  return [...steps, { name: `the sample, seed ${seed}`, run: async () => verdictOf(scores) }];
}

/** The score of a sample as a whole. */
function verdictOf(scores: readonly Score[]): { note: string } {
  const [killed = 0, survived = 0] = (["killed", "survived"] as const).map((state) =>
    scores.reduce((sum, score) => sum + score[state], 0),
  );
  const percent = (100 * killed) / Math.max(1, killed + survived);
  const note = `${percent.toFixed(1)} % killed (limit ${limits.sample} %): ${killed} killed, ${survived} survived`;
  if (percent < limits.sample) throw new StepFailure(note, {});
  return { note };
}

function report(target: Target, outcomes: readonly Judged[], limit?: number): { note: string; details: unknown } {
  const equivalents = equivalentsOf(target);
  const score = scoreOf(outcomes, equivalents);
  const survivors = outcomes.filter((outcome) => isSurvivor(outcome, equivalents)).map(lineOf);
  const stale = values.sample === undefined && values.files === "" ? staleEquivalents(outcomes, equivalents) : [];
  const { killed, survived, equivalent, invalid, percent } = score;
  const judged = limit === undefined ? "" : ` (limit ${limit} %)`;
  const counts = `${percent.toFixed(1)} % killed${judged}: ${killed} killed, ${survived} survived, ${equivalent} equivalent, ${invalid} invalid`;
  const details = { ...score, survivors };
  const note = values.survivors || limit === undefined ? [counts, ...survivors].join("\n") : counts;
  if (stale.length > 0) throw new StepFailure(`${note}\n${stale.map(staleLine).join("\n")}`, { details });
  if (percent < (limit ?? 0)) throw new StepFailure([counts, ...survivors].join("\n"), { details });
  return { note, details };
}

function staleLine({ file, source }: Equivalent): string {
  return `equivalent/: ${file}: "${source}" was killed or does not exist any more: remove the entry`;
}

function lineOf({ file, start, mutator, source, replacement, status }: Judged): string {
  const what = `${singleSpaced(source).slice(0, 70)} -> ${singleSpaced(replacement).slice(0, 70)}`;
  return `${file}:${start.line + 1}:${start.column + 1} ${mutator}${status === "NoCoverage" ? " (no test)" : ""}: ${what}`;
}

function equivalentsOf({ name }: Target): readonly Equivalent[] {
  return JSON.parse(
    readFileSync(join(import.meta.dirname, "equivalent", `${name}.json`), "utf8"),
  ) as readonly Equivalent[];
}
