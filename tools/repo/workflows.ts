// Checks the workflows of .github: they run only what a developer can run too, and only actions whose code is pinned.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./run-command.ts";

interface WorkflowStep {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs?: Readonly<Record<string, { readonly steps?: readonly WorkflowStep[] }>>;
}

/** What a command line of a workflow may name. */
export interface Runnable {
  /** The package manager with its version, as package.json has it. */
  readonly packageManager: string;
  /** Names of the root scripts. */
  readonly scripts: readonly string[];
  /** Whether the repository has this file. */
  readonly hasFile: (path: string) => boolean;
}

/** A line for each problem of each workflow. */
export function workflowProblems(): string[] {
  const { packageManager, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly packageManager: string;
    readonly scripts: Readonly<Record<string, string>>;
  };
  const runnable = {
    packageManager,
    scripts: Object.keys(scripts),
    hasFile: (path: string) => existsSync(join(root, path)),
  };
  const files = globSync(".github/workflows/*.{yml,yaml}", { cwd: root }).toSorted();
  if (files.length === 0) return ["there is no workflow in .github/workflows"];
  return files.flatMap((file) =>
    problemsOfWorkflow(readFileSync(join(root, file), "utf8"), runnable).map((problem) => `${file}: ${problem}`),
  );
}

/** What is wrong with one workflow. */
export function problemsOfWorkflow(text: string, runnable: Runnable): string[] {
  const { permissions, jobs = {} } = parse(text) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const commands = steps.flatMap(({ run = "" }) => run.split("\n")).filter((line) => line.trim() !== "");
  const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
  return [
    ...(permissions === undefined ? ["it does not say its permissions, and so has all"] : []),
    ...commands.flatMap((line) => commandProblems(line.trim(), runnable)),
    ...actions
      .filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))
      .map((action) => `${action} is not pinned by the full SHA of a commit`),
  ];
}

/** A command is a script of the root package.json, started as the README starts it, or a file of the repository. */
function commandProblems(line: string, { packageManager, scripts, hasFile }: Runnable): string[] {
  const [first = "", ...rest] = line.split(/\s+/);
  if (first.includes("/")) return hasFile(first) ? [] : [`"${line}" runs a file that is not there`];
  const [yes, manager, run, script = ""] = rest;
  if (first !== "npx" || yes !== "--yes" || manager !== packageManager || run !== "run")
    return [`"${line}" is neither "npx --yes ${packageManager} run <script>" nor a file of the repository`];
  return scripts.includes(script) ? [] : [`"${line}" runs a script that the root package.json does not have`];
}
