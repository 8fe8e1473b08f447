// `pnpm run bench graph`: for twelve edits, the tasks that must run again, those that ran, and the time of `check`.
// Edits are made in a copy of the tree, one after the other. Short: turbo's plan only, without times.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyTree, root, runCommand } from "@capstan/repo";
import { plan } from "./dry-run.ts";
import { edits, type Edit } from "./edits.ts";
import { mustRun, type MustRun } from "./must-run.ts";
import { keptTasks } from "./tasks.ts";

/** The result of one edit. */
export interface EditResult {
  readonly name: string;
  readonly file: string;
  readonly must: number;
  readonly ran: number;
  /** Tasks that ran and need not have, and that should have run and did not. */
  readonly needless: readonly string[];
  readonly missing: readonly string[];
  /** The time of `check`, and its limit, in seconds; absent in a short run. */
  readonly seconds?: number;
  readonly limit?: number;
  /** The end of what `check` printed, when it failed. */
  readonly failure?: string;
}

/** The whole measurement. */
export interface GraphFigures {
  /** The first `check` of the copy, with nothing kept. */
  readonly cold?: number;
  readonly edits: readonly EditResult[];
}

/** The limit of a check with nothing kept, in seconds. */
export const coldLimit = 240;

/** Measures; `short` asks turbo for its plan and runs nothing. */
export async function measureGraph(short: boolean): Promise<GraphFigures> {
  const scratch = mkdtempSync(join(tmpdir(), "capstan-graph-bench-"));
  const remove = (): void => rmSync(scratch, { recursive: true, force: true });
  process.once("exit", remove);
  const copy = join(scratch, "tree");
  try {
    await copyTree(copy, join(root, "../shared"));
    return short ? await planned(copy) : await timed(copy);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

async function planned(copy: string): Promise<GraphFigures> {
  const options = { root: copy, env: { TURBO_CACHE_DIR: join(root, ".turbo", "cache") } };
  const before = await plan(keptTasks, options);
  const must = await mustRun(before);
  const results: EditResult[] = [];
  for (const edit of edits) {
    const after = await edited(copy, edit, () => plan(keptTasks, options));
    const changed = [...after.values()].filter(
      ({ id, command, hash, keeps }) => keeps && command !== undefined && hash !== before.get(id)?.hash,
    );
    results.push(
      resultOf(
        edit,
        must,
        changed.map(({ id }) => id),
      ),
    );
  }
  return { edits: results };
}

async function timed(copy: string): Promise<GraphFigures> {
  const must = await mustRun(await plan(keptTasks, { root: copy }));
  const { seconds: cold, failure } = await check(copy);
  if (failure !== undefined) throw new Error(`check failed in the copy:\n${failure}`);
  const results: EditResult[] = [];
  for (const edit of edits) {
    const { seconds, ran, failure } = await edited(copy, edit, () => check(copy));
    const figures = { seconds, limit: edit.seconds, ...(failure === undefined ? {} : { failure }) };
    results.push({ ...resultOf(edit, (file) => withoutGenerate(must(file)), ran), ...figures });
  }
  return { cold, edits: results };
}

/** `check` compares generated files and reports no task that writes them. */
function withoutGenerate(tasks: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...tasks].filter((id) => !id.endsWith("#generate")));
}

function resultOf({ name, file }: Edit, must: MustRun, ran: readonly string[]): EditResult {
  const wanted = must(file);
  return {
    name,
    file,
    must: wanted.size,
    ran: ran.length,
    needless: ran.filter((id) => !wanted.has(id)),
    missing: [...wanted].filter((id) => !ran.includes(id)),
  };
}

async function edited<T>(copy: string, { file, line }: Edit, work: () => Promise<T>): Promise<T> {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, `${before}${line}\n`);
  try {
    return await work();
  } finally {
    writeFileSync(path, before);
  }
}

interface Checked {
  readonly seconds: number;
  /** The kept tasks that ran. */
  readonly ran: readonly string[];
  readonly failure?: string;
}

interface CheckResults {
  readonly steps: readonly {
    readonly details?: readonly { readonly package: string; readonly task: string; readonly outcome: string }[];
  }[];
}

async function check(copy: string): Promise<Checked> {
  const json = join(copy, "..", "check.json");
  const started = performance.now();
  const { code, output } = await runCommand(["pnpm", "run", "check", "--json", json], { cwd: copy });
  const { steps } = JSON.parse(readFileSync(json, "utf8")) as CheckResults;
  const ran = steps
    .flatMap(({ details = [] }) => details)
    .filter(({ task, outcome }) => outcome === "ran" && keptTasks.includes(task));
  return {
    seconds: (performance.now() - started) / 1000,
    ran: ran.map(({ package: name, task }) => `${name}#${task}`),
    ...(code === 0 ? {} : { failure: output.slice(-6000) }),
  };
}
