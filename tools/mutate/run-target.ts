// Runs Stryker over one target in a copy of the tree: over all of its files in groups, each kept when it is done, or over a sample.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runCommand } from "@capstan/repo";
import { withoutUncovered } from "./incremental.ts";
import { filesOf, type Mutant, mutantsOf } from "./mutants.ts";
import { type Batch, blockMutator } from "./sample.ts";
import { type Judged, type Outcome, sourceAt } from "./score.ts";
import type { Target } from "./targets.ts";

/** Starting Stryker costs a run of the tests: small files share one. */
const groupSize = 250;

/** What one run of Stryker is given. */
interface StrykerOptions {
  readonly mutate: readonly string[];
  readonly mutator?: { readonly excludedMutations: readonly string[] };
  /** With the file of an earlier run, only mutants that its changed files and tests concern are run again. */
  readonly incremental?: boolean;
  readonly incrementalFile?: string;
}

/** Where Stryker runs. */
export interface Workplace {
  /** A copy of the tree, whose files it changes. */
  readonly copy: string;
  /** How many mutants run at once. */
  readonly workers: number;
}

/** Every mutant of these files; groups that were run before on the same sources and tests are not run again. */
export async function runAll(target: Target, files: readonly string[], place: Workplace): Promise<Judged[]> {
  const state = keyOf(target);
  const outcomes: Outcome[] = [];
  for (const group of await groupsOf(target, files)) {
    const kept = join(root, ".results", "mutate", `${target.name}-${hash(group.join("\n")).slice(0, 12)}`);
    outcomes.push(
      ...(readKept(`${kept}.json`, state) ?? (await runAndKeep({ target, group, place }, { kept, state }))),
    );
  }
  return withSources(target, outcomes);
}

/** The mutants of a sample. */
export async function runSample(target: Target, batches: readonly Batch[], place: Workplace): Promise<Judged[]> {
  const outcomes: Outcome[] = [];
  for (const { kind, mutants, places } of batches) {
    const mutators = [...new Set((await mutantsOf(target, filesOf(target, root), root)).map(({ mutator }) => mutator))];
    const excludedMutations = kind === "blocks" ? mutators.filter((name) => name !== blockMutator) : [blockMutator];
    const run = await stryker(target, { mutate: places, mutator: { excludedMutations } }, place);
    const wanted = new Set(mutants.map(idOf));
    outcomes.push(...run.filter((outcome) => wanted.has(idOf(outcome))));
  }
  return withSources(target, outcomes);
}

/** Files in the order of their names, as many together as make one group. */
async function groupsOf(target: Target, files: readonly string[]): Promise<string[][]> {
  const mutants = await mutantsOf(target, files, root);
  const groups: { files: string[]; size: number }[] = [];
  for (const file of files) {
    const size = mutants.filter((mutant) => mutant.file === file).length;
    const last = groups.at(-1);
    if (size === 0) continue;
    if (last === undefined || last.size + size > groupSize) groups.push({ files: [file], size });
    else {
      last.files.push(file);
      last.size += size;
    }
  }
  return groups.map((group) => group.files);
}

interface GroupRun {
  readonly target: Target;
  readonly group: readonly string[];
  readonly place: Workplace;
}

async function runAndKeep(
  { target, group, place }: GroupRun,
  { kept, state }: Record<"kept" | "state", string>,
): Promise<Outcome[]> {
  mkdirSync(dirname(kept), { recursive: true });
  const incrementalFile = `${kept}.incremental.json`;
  if (existsSync(incrementalFile))
    writeFileSync(incrementalFile, withoutUncovered(readFileSync(incrementalFile, "utf8")));
  const outcomes = await stryker(target, { mutate: group, incremental: true, incrementalFile }, place);
  writeFileSync(`${kept}.json`, JSON.stringify({ state, outcomes }));
  return outcomes;
}

function readKept(file: string, state: string): Outcome[] | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as { readonly state: string; readonly outcomes: Outcome[] };
    return kept.state === state ? kept.outcomes : undefined;
  } catch {
    // A file cut short by a stopped run: the group is run again.
    return undefined;
  }
}

async function stryker(target: Target, options: StrykerOptions, { copy, workers }: Workplace): Promise<Outcome[]> {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-mutate-"));
  const out = join(scratch, "outcomes.json");
  const all = { ...options, concurrency: workers, tempDirName: join(scratch, "stryker") };
  try {
    const command = ["node", join(copy, "tools/mutate/stryker.ts"), JSON.stringify(all), out];
    const { output } = await runCommand(command, { cwd: join(copy, target.folder) });
    if (!existsSync(out)) throw new Error(`Stryker did not finish in ${target.folder}:\n${output.slice(-4000)}`);
    return JSON.parse(readFileSync(out, "utf8")).map((outcome: Outcome) => ({
      ...outcome,
      file: relativeTo(join(copy, target.folder), outcome.file),
    }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function relativeTo(folder: string, file: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

function withSources(target: Target, outcomes: readonly Outcome[]): Judged[] {
  const contents = new Map<string, string>();
  const contentOf = (file: string): string => {
    const content = contents.get(file) ?? readFileSync(join(root, target.folder, file), "utf8");
    contents.set(file, content);
    return content;
  };
  return outcomes.map((outcome) => ({ ...outcome, source: sourceAt(contentOf(outcome.file), outcome) }));
}

/** Changes with every source and test of the package. What it imports from siblings is not in it: `--fresh` runs all again. */
function keyOf(target: Target): string {
  const folder = join(root, target.folder);
  const files = globSync("{src,test}/**/*.ts", { cwd: folder }).toSorted();
  return hash(files.map((file) => `${file}\n${readFileSync(join(folder, file), "utf8")}`).join("\n"));
}

function hash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

function idOf({ file, mutator, replacement, start, end }: Mutant): string {
  return JSON.stringify([file, mutator, replacement, start.line, start.column, end.line, end.column]);
}
