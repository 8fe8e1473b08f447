// The frame of every scenario: named steps with their times, and on a failure the state of the objects and the last lines
// of every process, so that a failed run can be understood from its output alone.
import { describeError } from "@capstan/kube";
import type { ManagementCluster } from "./management-cluster.ts";
import { objectStates } from "./object-states.ts";

/** Says what is being done, does it, prints how long it took. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** How a scenario ended. */
export interface ScenarioResult {
  readonly name: string;
  readonly steps: number;
  readonly failed: boolean;
}

/** A named part of the run, and the management clusters that it works on. */
export interface Scenario {
  readonly name: string;
  readonly clusters: readonly ManagementCluster[];
  readonly run: (step: RunStep) => Promise<void>;
}

/** Runs a scenario to its end or its first failed step. */
export async function runScenario({ name, clusters, run }: Scenario): Promise<ScenarioResult> {
  console.log(`\n${name}`);
  let steps = 0;
  const step: RunStep = async (what, work) => {
    const result = await timedStep(what, work);
    steps += 1;
    return result;
  };
  try {
    await run(step);
    return { name, steps, failed: false };
  } catch (error) {
    console.log(indent(describeError(error)));
    for (const cluster of clusters) await printState(cluster);
    return { name, steps, failed: true };
  }
}

/** One step on its own, outside a scenario. */
export async function timedStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const line = (outcome: string): string =>
    `  ${outcome} ${name.padEnd(70)} ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`;
  try {
    const result = await work();
    console.log(line("ok  "));
    return result;
  } catch (error) {
    console.log(line("FAIL"));
    throw error;
  }
}

/** Steps that cannot be made here: they count neither as passed nor as failed. */
export function notRun(names: readonly string[], why: string): void {
  for (const name of names) console.log(`  --   ${name}: not run: ${why}`);
}

async function printState(cluster: ManagementCluster): Promise<void> {
  console.log(`\n  --- ${cluster.name}: objects`);
  console.log(indent(await objectStates(cluster).catch(describeError)));
  const problems = cluster.local.problems();
  if (problems.length > 0) console.log(`\n  --- ${cluster.name}: problems\n${indent(problems.join("\n"))}`);
  for (const [process, lines] of Object.entries(cluster.local.lastLines(12))) {
    console.log(`\n  --- ${cluster.name}: last lines of ${process}\n${indent(lines.join("\n"))}`);
  }
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((row) => `    ${row}`)
    .join("\n");
}
