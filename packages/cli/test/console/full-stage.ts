// A stage with all that the page can show: two clusters, a machine that fails, lines of a log, and calls of hooks that were allowed, held and failed.
import { setTimeout as sleep } from "node:timers/promises";
import { startStage, type Stage } from "./stage.ts";
import { StageMachine } from "./stage-objects.ts";

/** Between what happens, so that the time line has a width. */
const pauseMs = 3000;

/** Starts it; the second cluster has as many workers. */
export async function startFullStage(workers: number): Promise<Stage> {
  const stage = await startStage();
  await stage.createCluster("demo", 3);
  await sleep(pauseMs);
  await stage.createCluster("staging", workers);
  const broken = { type: "merge", body: { metadata: { annotations: { "stage.example.com/broken": "" } } } } as const;
  await stage.client.patch(StageMachine, { namespace: "default", name: "staging-control-plane" }, broken);
  await sleep(pauseMs);
  await stage.tellOfFailures();
  return stage;
}
