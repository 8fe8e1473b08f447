// The step `task graph` of `check`: what sources say that tasks read, against what turbo plans. A first, quick look; what tasks really
// read is shown by `prove:graph --trace`.
import { importProblems } from "./declared-imports.ts";
import { pathProblems } from "./declared-paths.ts";
import { scriptProblems, unrunTests } from "./declared-scripts.ts";
import { plan } from "./dry-run.ts";
import { editProblems } from "./edits.ts";
import { readPackage } from "./package-files.ts";

const tasksWithSources = [
  "source",
  "test",
  "test:slow",
  "build",
  "package:check",
  "api:check",
  "generate:check",
  "demo",
  "samples",
  "install-size",
];

/** A line for each thing that a task reads and does not declare, or declares and does not need, for what no task runs, and for edits of the benchmark without a file. */
export async function declarationProblems(): Promise<string[]> {
  const tasks = await plan(tasksWithSources);
  const folders = new Map([...tasks.values()].map(({ package: name, folder }) => [name, folder]));
  const packages = [...folders].map(([name, folder]) => readPackage(name, folder));
  return [
    ...packages.flatMap((each) => [
      ...importProblems(each, tasks),
      ...pathProblems(each, tasks),
      ...scriptProblems(each),
    ]),
    ...unrunTests(packages),
    ...editProblems(),
  ].toSorted();
}
