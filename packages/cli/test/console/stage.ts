// A cluster that lives, for the tests and the screenshots of the console: the embedded API server, Cluster API's core as core-sim, and an
// infrastructure that provisions after a moment and reports its reconciles as a provider under `capstan dev` does.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { createCoreSim } from "@capstan/core-sim";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { type EmbeddedConsole, startEmbeddedConsole } from "../../src/console/embedded-console.ts";
import { timeInWords } from "../../src/console/time-words.ts";
import type { PageFile } from "../../src/console/page-files.ts";
import { pause, StageInfrastructure } from "./stage-infrastructure.ts";
import { createStageCluster, stageCrds } from "./stage-objects.ts";

/** A running stage. */
export interface Stage extends AsyncDisposable {
  readonly env: EmbeddedEnv;
  readonly client: Client;
  readonly console: EmbeddedConsole;
  /** Creates a cluster; core and infrastructure bring it to life. */
  createCluster(name: string, workers: number): Promise<void>;
}

/** Starts everything. */
export async function startStage(files?: ReadonlyMap<string, PageFile>): Promise<Stage> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...stageCrds()] });
  const client = createClient(env.credentials);
  const running = await startEmbeddedConsole({
    env,
    client,
    project: "provider-stage",
    plays: ["core"],
    more: {
      clock: (seconds) => {
        running.source.update({ aheadSeconds: running.source.facts().aheadSeconds + seconds });
        return Promise.resolve(`${timeInWords(seconds)} later: everything that waited for it runs now`);
      },
      kill: () => {
        running.source.update({ process: "starting" });
        setTimeout(() => running.source.update({ process: "ready" }), 1200);
        return Promise.resolve("killed the manager; it starts again");
      },
    },
    ...(files === undefined ? {} : { files }),
  });
  const abort = new AbortController();
  const infrastructure = new StageInfrastructure(client, running.source);
  const playing = [playCore(client, abort.signal), infrastructure.play(abort.signal)];
  running.source.update({ process: "ready" });
  return {
    env,
    client,
    console: running,
    createCluster: (name, workers) => createStageCluster(client, env.kubeconfig(), { name, workers }),
    async [Symbol.asyncDispose]() {
      abort.abort();
      env.faults.clear();
      await Promise.all(playing);
      await running.close();
      client.close();
      await env.stop();
    },
  };
}

/** Steps the core until the signal; faults of the server are no reason to stop. */
async function playCore(client: Client, signal: AbortSignal): Promise<void> {
  const sim = createCoreSim({ client });
  while (!signal.aborted) {
    await sim.step().catch(() => undefined);
    await pause(120, signal);
  }
  sim.close();
}
