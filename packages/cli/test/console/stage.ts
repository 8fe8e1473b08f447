// A cluster that lives, for the tests and the screenshots of the console: the embedded API server, Cluster API's core as core-sim, and an
// infrastructure that provisions after a moment and reports its reconciles as a provider under `capstan dev` does.
import { coreCrds } from "@capstan/api/crds";
import { createClient, type Client } from "@capstan/client";
import { createCoreSim } from "@capstan/core-sim";
import { type EmbeddedEnv, startTestEnv } from "@capstan/testenv";
import { type EmbeddedConsole, startEmbeddedConsole } from "../../src/console/embedded-console.ts";
import type { SessionSource } from "../../src/console/session-source.ts";
import { timeInWords } from "../../src/console/time-words.ts";
import type { PageFile } from "../../src/console/page-files.ts";
import { pause, StageInfrastructure } from "./stage-infrastructure.ts";
import { createStageCluster, stageCrds } from "./stage-objects.ts";
import { firstValues, ServedCalls } from "./served-calls.ts";

/** A running stage. */
export interface Stage extends AsyncDisposable {
  readonly env: EmbeddedEnv;
  readonly client: Client;
  readonly console: EmbeddedConsole;
  /** Prints lines, fails as a project does, and lets hooks hold an upgrade and throw. */
  tellOfFailures(): Promise<void>;
  /** Creates a cluster; core and infrastructure bring it to life. */
  createCluster(name: string, workers: number): Promise<void>;
}

/** Starts everything. */
export async function startStage(files?: ReadonlyMap<string, PageFile>): Promise<Stage> {
  const env = await startTestEnv({ backend: "embedded", crds: [...coreCrds(), ...stageCrds()] });
  const client = createClient(env.credentials);
  const calls = await ServedCalls.start();
  const running = await startEmbeddedConsole({
    calls: calls.desk,
    env,
    client,
    project: "provider-stage",
    plays: ["Cluster API's core"],
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
  calls.follow(running.source);
  return {
    env,
    client,
    console: running,
    tellOfFailures: async () => {
      await tellOfFailures(running.source);
      await calls.patch(firstValues);
    },
    createCluster: (name, workers) => createStageCluster(client, env.kubeconfig(), { name, workers }),
    async [Symbol.asyncDispose]() {
      abort.abort();
      env.faults.clear();
      await Promise.all(playing);
      await running.close();
      await calls[Symbol.asyncDispose]();
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

async function tellOfFailures(source: SessionSource): Promise<void> {
  source.note("generated 3 files\nsrc/main.ts ready after 212 ms", "info");
  const log = {
    ts: new Date().toISOString(),
    logger: "stage",
    controller: "stagemachine",
    controllerKind: "StageMachine",
  };
  const StageMachine = { namespace: "default", name: "staging-control-plane" };
  const lines = [
    { level: "info", msg: "Caches are filled", ms: 41 },
    { level: "warn", msg: "Watch failed", error: "connection reset", nextMs: 800 },
  ];
  for (const line of lines) source.log(`${JSON.stringify({ ...log, ...line, StageMachine })}\n`);
  const failure = [
    "src/machine.ts:42:11 error dev/failed: Reconciler error of StageMachine default/staging-control-plane: no quota for large machines in eu-west",
    "  41 |   const quota = await cloud.quota(region);",
    "> 42 |     throw new Error(`no quota for ${size} machines in ${region}`);",
    "     |           ^",
  ].join("\n");
  source.note(failure, "error", "StageMachine default/staging-control-plane");
  source.wrong({ errors: [failure] });
  const cluster = { namespace: "default", name: "staging" };
  const call = {
    type: "hook",
    hook: "BeforeClusterUpgrade",
    handler: "before-cluster-upgrade",
    cluster,
    ms: 3,
  } as const;
  const message = "the cluster is frozen until Monday";
  source.trace({ ...call, at: Date.now(), status: "Success", retryAfterSeconds: 60, message });
  const thrown =
    "src/hooks.ts:12:9 error dev/failed: Call failed: no room in eu-west\n> 12 |   throw new Error(`no room in ${region}`);";
  source.note(thrown, "error", "handler before-cluster-upgrade");
  const failed = "handler before-cluster-upgrade failed with Error; the log of the extension has the reason";
  source.trace({ ...call, at: Date.now(), status: "Failure", message: failed });
  await pause(300, new AbortController().signal);
}
