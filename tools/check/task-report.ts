// One step of `check` out of many tasks of one turbo run: counted, timed, and with the logs of those that failed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root, StepFailure, type StepReport } from "@capstan/repo";
import type { TaskRun, TurboRun } from "./turbo-run.ts";

/** How much of a failed task's log is shown, in characters. */
const shownOfLog = 6000;

/** Whether a task of the run failed. */
export function failed({ tasks }: TurboRun): boolean {
  return tasks.some(({ outcome }) => outcome === "failed" || outcome === "not run");
}

/** Reports the runs of one task; throws with their logs when any failed or could not run. `note` adds what the task itself counts. */
export function reportTask(run: TurboRun, task: string, note?: (runs: readonly TaskRun[]) => string): StepReport {
  const runs = run.tasks.filter((each) => each.task === task);
  if (runs.length === 0) throw new Error(`turbo ran no task ${task}:\n${run.output.slice(-shownOfLog)}`);
  const problems = [...runs.filter(({ outcome }) => outcome === "failed").map(failure), ...notRun(runs)];
  if (problems.length > 0) throw new StepFailure(problems.join("\n"), { ms: span(runs), details: runs });
  const cached = runs.filter(({ outcome }) => outcome === "cached").length;
  const own = note === undefined ? `${runs.length} ${runs.length === 1 ? "task" : "tasks"}` : note(runs);
  return {
    note: `${own}${cached === 0 ? "" : ` (${cachedWords(cached, runs.length)})`}`,
    ms: span(runs),
    details: runs,
  };
}

function cachedWords(cached: number, all: number): string {
  return cached === all ? "cached" : `${cached} of ${all} cached`;
}

/** From the start of the first of them to the end of the last. */
function span(runs: readonly TaskRun[]): number {
  const ran = runs.filter(({ outcome }) => outcome !== "cached");
  const starts = ran.flatMap(({ startTime }) => startTime ?? []);
  const ends = ran.flatMap(({ endTime }) => endTime ?? []);
  return starts.length === 0 ? 0 : Math.max(...ends) - Math.min(...starts);
}

function failure({ package: name, task, logFile }: TaskRun): string {
  const file = join(root, logFile);
  const log = existsSync(file) ? stripVTControlCharacters(readFileSync(file, "utf8")).trim() : "it left no log";
  return `${name}#${task} failed:\n${failuresOf(log).slice(-shownOfLog)}`;
}

/** What vitest printed of the tests that failed, without the list of those that passed before it; the whole output if it names none. */
export function failuresOf(output: string): string {
  const at = output.search(/^⎯+ (Failed (Tests|Suites)|Unhandled Errors?) /m);
  return output.slice(Math.max(0, at));
}

function notRun(runs: readonly TaskRun[]): string[] {
  const names = runs.filter(({ outcome }) => outcome === "not run").map(({ package: name }) => name);
  return names.length === 0 ? [] : [`not run, because a task before it failed: ${names.join(", ")}`];
}
