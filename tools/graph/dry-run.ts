// What turbo says of the tasks without running them: the files in their keys, what they depend on, whether their result is kept.
import { join, normalize } from "node:path";
import { root as repository, runCommand, turboEnvironment } from "@capstan/repo";

/** One task as turbo plans it; paths are relative to the root of the repository. */
export interface PlannedTask {
  readonly id: string;
  readonly package: string;
  readonly folder: string;
  /** The task's script; undefined for one that runs nothing. */
  readonly command: string | undefined;
  readonly hash: string;
  readonly inputs: ReadonlySet<string>;
  readonly outputs: readonly string[];
  readonly dependencies: readonly string[];
  readonly cached: boolean;
  /** Whether turbo ever keeps a result of it. */
  readonly keeps: boolean;
}

interface DryTask {
  readonly taskId: string;
  readonly package: string;
  readonly directory: string;
  readonly command: string;
  readonly hash: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: readonly string[] | null;
  readonly dependencies: readonly string[];
  readonly cache: { readonly status: "HIT" | "MISS" };
  readonly resolvedTaskDefinition: { readonly cache: boolean };
}

/** Where and how to ask. */
export interface PlanOptions {
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The tasks of a run, by id (`package#task`), dependencies included. */
export async function plan(tasks: readonly string[], options: PlanOptions = {}): Promise<Map<string, PlannedTask>> {
  const { root = repository, env = {} } = options;
  const { code, output } = await runCommand(["turbo", "run", ...tasks, "--dry=json"], {
    cwd: root,
    env: { ...turboEnvironment(root), ...env },
  });
  if (code !== 0)
    throw new Error(`turbo run ${tasks.join(" ")} --dry=json ended with ${code}:\n${output.slice(-4000)}`);
  const { tasks: planned } = JSON.parse(output.slice(output.indexOf("{"))) as { readonly tasks: readonly DryTask[] };
  return new Map(planned.map((task) => [task.taskId, plannedTask(task)]));
}

function plannedTask(task: DryTask): PlannedTask {
  return {
    id: task.taskId,
    package: task.package,
    folder: task.directory,
    command: task.command === "<NONEXISTENT>" ? undefined : task.command,
    hash: task.hash,
    inputs: new Set(Object.keys(task.inputs).map((file) => normalize(join(task.directory, file)))),
    outputs: (task.outputs ?? []).map((glob) => normalize(join(task.directory, glob))),
    dependencies: task.dependencies,
    cached: task.cache.status === "HIT",
    keeps: task.resolvedTaskDefinition.cache,
  };
}

/** A task and everything it depends on. */
export function closure(tasks: ReadonlyMap<string, PlannedTask>, id: string): PlannedTask[] {
  const seen = new Map<string, PlannedTask>();
  const visit = (each: string): void => {
    const task = tasks.get(each);
    if (task === undefined || seen.has(each)) return;
    seen.set(each, task);
    for (const dependency of task.dependencies) visit(dependency);
  };
  visit(id);
  return [...seen.values()];
}
