// Runs tasks through turbo and reads what became of each from turbo's own summary of the run, never from its log.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, runCommand, turboEnvironment } from "@capstan/repo";

/** What became of one task of one package. */
export interface TaskRun {
  readonly package: string;
  readonly task: string;
  /** The package's folder, relative to the root. */
  readonly folder: string;
  readonly outcome: "ran" | "cached" | "failed" | "not run";
  /** Milliseconds since the epoch; absent for what did not run. */
  readonly startTime?: number;
  readonly endTime?: number;
  /** The log of the task, relative to the root. */
  readonly logFile: string;
}

/** A whole run. */
export interface TurboRun {
  readonly tasks: readonly TaskRun[];
  /** What turbo printed; says why when no task could be started. */
  readonly output: string;
}

interface SummaryTask {
  readonly package: string;
  readonly task: string;
  readonly directory: string;
  readonly command: string;
  readonly cache: { readonly status: "HIT" | "MISS" };
  readonly execution?: { readonly startTime: number; readonly endTime: number; readonly exitCode: number };
}

/** Runs the tasks in every package that has them; those that fail keep only their dependents from running. */
export async function turboRun(tasks: readonly string[]): Promise<TurboRun> {
  const options = ["--summarize", "--continue=dependencies-successful", "--output-logs=errors-only"];
  const { output } = await runCommand(["turbo", "run", ...tasks, ...options], { env: turboEnvironment(root) });
  const summary = /Summary: +(\S+\.json)/.exec(output)?.[1];
  if (summary === undefined) throw new Error(`turbo run ${tasks.join(" ")} made no summary:\n${output.slice(-6000)}`);
  const file = join(root, summary.slice(summary.indexOf(".turbo")));
  const ran = (JSON.parse(readFileSync(file, "utf8")) as { readonly tasks: readonly SummaryTask[] }).tasks;
  rmSync(file);
  return { tasks: ran.filter(({ command }) => command !== "<NONEXISTENT>").map(taskRun), output };
}

function taskRun({ execution, cache, directory, ...task }: SummaryTask): TaskRun {
  const { startTime, endTime } = execution ?? {};
  return {
    package: task.package,
    task: task.task,
    folder: directory,
    // The summary names no log of a task that is never kept.
    logFile: join(directory, ".turbo", `turbo-${task.task.replaceAll(":", "$colon$")}.log`),
    outcome: outcomeOf(execution?.exitCode, cache.status),
    ...(startTime === undefined || endTime === undefined ? {} : { startTime, endTime }),
  };
}

function outcomeOf(exitCode: number | undefined, cache: "HIT" | "MISS"): TaskRun["outcome"] {
  if (exitCode === undefined) return "not run";
  if (exitCode !== 0) return "failed";
  return cache === "HIT" ? "cached" : "ran";
}
