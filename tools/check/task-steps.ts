// The steps of `check` that are tasks of turbo.json: all of them in one run of turbo, so that two cores are never idle, and each
// reported as a step. The comparison of generated files comes first and alone: `build` generates, and must not hide a difference.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, SkipStep, type Step, type StepReport } from "@capstan/repo";
import { demoInReadme } from "./demo-output.ts";
import { countTests, forgetResults, formatCount } from "./test-results.ts";
import { failed, reportTask } from "./task-report.ts";
import { turboRun, type TaskRun, type TurboRun } from "./turbo-run.ts";

interface TaskStep {
  readonly name: string;
  readonly task: string;
  /** Whether the task generates first: it runs only when that changes nothing. */
  readonly generates?: true;
  /** The mode of vitest whose results the task leaves. */
  readonly mode?: string;
  /** What the step counts instead of its tasks. */
  readonly note?: (runs: readonly TaskRun[]) => string;
  /** A step that takes minutes: it runs only when it is named, as CI does. */
  readonly onRequest?: true;
  /** Why the task cannot run here, if it cannot. */
  readonly missing?: () => string | undefined;
}

const comparison = "generate:check";

const table: readonly TaskStep[] = [
  { name: "generated files", task: comparison },
  { name: "test", task: "test", mode: "test" },
  { name: "corpus", task: "test:corpus", mode: "corpus", missing: noCorpus },
  { name: "samples", task: "samples", note: samples },
  { name: "build", task: "build", generates: true },
  { name: "packages", task: "package:check", generates: true, note: packages },
  { name: "public API", task: "api:check", generates: true, note: reports },
  { name: "install size", task: "install-size", generates: true, note: installSize },
  { name: "reference", task: "reference" },
  { name: "demo", task: "demo", note: demoInReadme },
  { name: "slow suites", task: "test:slow", mode: "slow", generates: true, onRequest: true },
  { name: "packed samples", task: "samples:packed", generates: true, onRequest: true },
];

/** The steps that a check without names leaves out. */
export const stepsOnRequest: readonly string[] = table
  .filter(({ onRequest }) => onRequest === true)
  .map(({ name }) => name);

function noCorpus(): string | undefined {
  return existsSync(join(root, "../shared/corpus"))
    ? undefined
    : "the corpus is not beside the repository (../shared/corpus)";
}

function samples(): string {
  const { samples: count } = JSON.parse(readFileSync(join(root, "docs/.results/samples.json"), "utf8")) as {
    readonly samples: number;
  };
  return `${count} samples checked`;
}

function packages(): string {
  const { passed } = JSON.parse(readFileSync(join(root, "tools/package-check/.results/packages.json"), "utf8")) as {
    readonly passed: number;
  };
  return `${passed} packages, publint and attw`;
}

function reports(): string {
  return `${globSync("packages/*/api/*.api.md", { cwd: root }).length} reports`;
}

function installSize(): string {
  const size = JSON.parse(readFileSync(join(root, "tools/install-size/.results/install-size.json"), "utf8")) as {
    readonly bytes: number;
    readonly packages: number;
  };
  return `a provider installs ${(size.bytes / 1e6).toFixed(1)} MB in ${size.packages} packages`;
}

/** The steps, whose tasks all run at once. */
export interface TaskSteps {
  readonly steps: readonly Step[];
  /** Starts the tasks before the first of the steps waits for them. */
  readonly begin: () => void;
}

/** The steps of tasks; `wanted` says which of them this check runs. */
export function taskSteps(wanted: (name: string) => boolean): TaskSteps {
  const compared = once(() => turboRun([comparison]));
  const others = table.filter(
    ({ name, task, missing }) => wanted(name) && task !== comparison && missing?.() === undefined,
  );
  const ran = once(async () => runTogether(others, await compared()));
  const begin = (): void => {
    if (!table.some(({ name }) => wanted(name))) return;
    // The steps that wait for the tasks report an error.
    ran().catch(() => undefined);
  };
  const steps = table.map((step): Step => ({
    name: step.name,
    run: async () =>
      step.task === comparison ? reportTask(await compared(), step.task) : report(step, { compared, ran }),
  }));
  return { steps, begin };
}

/** Runs the tasks, without those that would generate over a difference. */
async function runTogether(steps: readonly TaskStep[], compared: TurboRun): Promise<TurboRun> {
  const chosen = failed(compared) ? steps.filter(({ generates }) => generates === undefined) : steps;
  if (chosen.length === 0) return { tasks: [], output: "" };
  for (const { mode } of chosen) if (mode !== undefined) forgetResults(mode);
  return turboRun(chosen.map(({ task }) => task));
}

interface Runs {
  readonly compared: () => Promise<TurboRun>;
  readonly ran: () => Promise<TurboRun>;
}

async function report(
  { task, generates, mode, note, missing }: TaskStep,
  { compared, ran }: Runs,
): Promise<StepReport> {
  const absent = missing?.();
  if (absent !== undefined) throw new SkipStep(absent);
  if (generates === true && failed(await compared()))
    throw new Error("not run: it would write the generated files, which are not what the sources say");
  const run = await ran();
  return reportTask(run, task, mode === undefined ? note : (runs) => formatCount(countTests(runs, mode)));
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= work());
}
