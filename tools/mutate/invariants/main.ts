// `pnpm run mutate:invariants`: for each row of the table of invariants, its test must pass on the sources as they are and fail with the row's
// mutant. `--only ID`: rows with this id, as often as wanted. `--sample N --seed S`: N rows. `--no-real`: none that needs a control plane. `--no-slow`: none of a minute.
// `--workers N`: so many at once. `--json FILE`: results.
import { parseArgs } from "node:util";
import { orUsage, Random, runSteps, type Step, wholeFlag } from "@capstan/repo";
import { folderOf, type Invariant, type TestMode } from "./invariant.ts";
import { checkMutant, checkRightCode } from "./verdicts.ts";
import { modeOf, rows } from "./rows.ts";
import { runTests, type TestResult } from "./run-tests.ts";

const usage =
  "usage: mutate:invariants [--only ID]... [--sample N] [--seed S] [--no-real] [--no-slow] [--workers N] [--json FILE]";
const { values, sample, seed, workers } = orUsage(usage, () => {
  const given = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      sample: { type: "string" },
      seed: { type: "string", default: "1" },
      "no-real": { type: "boolean", default: false },
      "no-slow": { type: "boolean", default: false },
      workers: { type: "string", default: "2" },
      json: { type: "string" },
    },
  });
  const ids = new Set(rows.map(({ id }) => id));
  const unknown = given.values.only.filter((id) => !ids.has(id));
  if (unknown.length > 0)
    throw new Error(`there is no invariant ${unknown.join(", ")}; there are ${[...ids].join(", ")}`);
  const number = (flag: "sample" | "seed" | "workers"): number => wholeFlag(flag, given.values[flag] ?? "");
  return {
    ...given,
    sample: given.values.sample === undefined ? undefined : number("sample"),
    seed: number("seed"),
    workers: number("workers"),
  };
});

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const waiting: (() => Promise<unknown>)[] = [];
const chosen = chooseRows();
const steps: readonly Step[] = [
  ...[...Map.groupBy(chosen, (row) => `${folderOf(row.file)}, ${modeOf(row)}`)].map(([name, group]) =>
    step(
      `${name}, as it is`,
      () => run(group),
      (results) => checkRightCode(group, results),
    ),
  ),
  ...chosen.map((row) =>
    step(
      `${row.id} ${row.title.slice(0, 70)}`,
      () => run([row], row),
      (results) => checkMutant(row, results),
    ),
  ),
];
for (let worker = 0; worker < workers; worker++) void work();
const { failed } = await runSteps(steps, { json: values.json });
process.exitCode = failed === 0 ? 0 : 1;

function chooseRows(): readonly Invariant[] {
  const left: ReadonlySet<TestMode> = new Set((["real", "slow"] as const).filter((mode) => values[`no-${mode}`]));
  const wanted = rows.filter(
    (row) => (values.only.length === 0 || values.only.includes(row.id)) && !left.has(modeOf(row)),
  );
  if (sample === undefined) return wanted;
  const random = new Random(seed);
  const sorted = wanted.map((row) => ({ row, at: random.next() })).toSorted((a, b) => a.at - b.at);
  const drawn = new Set(sorted.slice(0, sample).map(({ row }) => row));
  return wanted.filter((row) => drawn.has(row));
}

function run(group: readonly Invariant[], changed?: Invariant): Promise<readonly TestResult[]> {
  const [first] = group;
  if (first === undefined) throw new Error("a group without rows");
  return runTests({
    folder: folderOf(first.file),
    files: [...new Set(group.map(({ file }) => file))],
    titles: group.map(({ title }) => title),
    mode: modeOf(first),
    ...(changed === undefined ? {} : { mutant: changed.mutant }),
  });
}

/** A step whose tests start as soon as a worker is free; the steps are printed in their order. */
function step(
  name: string,
  tests: () => Promise<readonly TestResult[]>,
  check: (results: readonly TestResult[]) => string,
): Step {
  const { promise, resolve, reject } = Promise.withResolvers<readonly TestResult[]>();
  // It is awaited later.
  promise.catch(() => undefined);
  let ms = 0;
  waiting.push(async () => {
    const started = performance.now();
    const results = tests().finally(() => (ms = performance.now() - started));
    await results.then(resolve, reject);
  });
  return { name, run: async () => ({ note: check(await promise), ms }) };
}

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
}
