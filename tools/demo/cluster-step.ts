// The second step: provider-local on the embedded API server with a scripted core, and the life of a cluster of three
// machines, each a process of its own, shown as it happens.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { styleText } from "node:util";
import { coreCrds } from "@capstan/api/crds";
import { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { startProvider } from "@capstan/controller-kit/testing";
import { clusterDeleted, createCoreSim, machinesRunning, type CoreSim, type SimGoal } from "@capstan/core-sim";
import { startTestEnv } from "@capstan/testenv";
import { detachedProcesses, endAllProcesses } from "../../examples/provider-local/src/processes/detached-processes.ts";
import { provider } from "../../examples/provider-local/src/provider.ts";
import { createCluster } from "../../examples/provider-local/test/cluster-objects.ts";
import { localCrds } from "../../examples/provider-local/test/local-crds.ts";
import { describeClusters } from "../../packages/cli/src/describe/describe-clusters.ts";
import type { Screen } from "../../packages/cli/src/output/screen.ts";
import { treeLines } from "../../packages/cli/src/tree/tree-lines.ts";

const indent = "   ";
const key = { namespace: "default", name: "demo" };

/** Creates a cluster, waits until it is Ready, deletes it and waits until the server has removed it. Ends everything it started. */
export async function runClusterStep(screen: Screen, signal: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const begin = performance.now();
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...localCrds()] });
  stack.defer(() => env.stop());
  const ready = (performance.now() - begin).toFixed(0);
  const client = createClient(env.credentials);
  stack.defer(() => client.close());
  const state = await mkdtemp(join(tmpdir(), "capstan-demo-state-"));
  stack.defer(() => rm(state, { recursive: true }));
  stack.defer(() => endAllProcesses(state));
  const services = { processes: detachedProcesses(state) };
  stack.use(startProvider(provider, { credentials: env.credentials, services }));
  const sim = createCoreSim({ client });
  stack.defer(() => sim.close());
  screen.print(
    `\n2. Live: an embedded API server (ready in ${ready} ms), provider-local, and Cluster API's core, scripted`,
  );
  await live({ client, sim, screen, signal });
}

interface Stage {
  readonly client: Client;
  readonly sim: CoreSim;
  readonly screen: Screen;
  readonly signal: AbortSignal;
}

async function live(stage: Stage): Promise<void> {
  const { client, screen } = stage;
  screen.print("   create Cluster demo: one control-plane machine and two workers, each a process on this computer");
  await createCluster(client, key, { workers: 2, nodeLabels: { tier: "gold" } });
  await reach(stage, machinesRunning(key, 3));
  screen.print("   three machines run, each with a Node in the cluster's own API server; now delete it");
  await client.delete(Cluster, key);
  await reach(stage, clusterDeleted(key));
  screen.print("   deleted, with every process");
}

/** Steps the core towards the goal and shows the tree whenever something changed. */
async function reach(stage: Stage, goal: SimGoal): Promise<void> {
  const { sim, screen, signal } = stage;
  const show = async (): Promise<void> => screen.show(await objectTree(stage));
  const took = performance.now();
  const idle = async (): Promise<void> => {
    await show();
    await sleep(100, undefined, { signal });
  };
  await sim.until(goal, { idle, signal, maxSteps: 2000 });
  await show();
  screen.print(`   ${goal.name}, after ${((performance.now() - took) / 1000).toFixed(1)} s`);
}

/** The tree of `capstan describe`; where the output is no terminal, in the form for a log. */
async function objectTree({ client }: Stage): Promise<readonly string[]> {
  const { isTTY } = process.stdout;
  const { trees } = await describeClusters(client, { namespace: key.namespace }, new Date());
  const colors = styleText("bold", "a", { stream: process.stdout }) !== "a";
  return treeLines(trees, {
    width: isTTY ? process.stdout.columns - indent.length : Infinity,
    colors,
    now: new Date(),
    isLog: !isTTY,
  }).map((line) => indent + line);
}
