// A workload cluster's API server, embedded or real, as a separate process. It runs detached, with its folder as the argument, and writes to
// `state.json` where it listens or why it failed.
import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@capstan/api";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { claim } from "../processes/claim.ts";
import { readConfig } from "../processes/detached.ts";
import type { ApiServerConfig, ApiServerState } from "../processes/local-processes.ts";

const [folder = ""] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("SIGINT", () => stop.abort());
if (await claim(folder)) await serve();

async function serve(): Promise<void> {
  const config = await readConfig<ApiServerConfig>(folder);
  if (config === undefined) return;
  let server: TestEnv;
  try {
    server = config.backend === "Real" ? await startReal(config.port) : await startEmbedded(config.port);
  } catch (error) {
    await tell({ state: "failed", message: describeError(error) });
    return;
  }
  const { hostname, port } = new URL(server.credentials.server);
  await tell({ state: "serving", host: hostname, port: Number(port), kubeconfig: server.kubeconfig() });
  while (!stop.signal.aborted && (await readConfig(folder)) !== undefined) {
    await sleep(1000, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  await server.stop();
}

function startEmbedded(port: number | undefined): Promise<TestEnv> {
  return startTestEnv({ backend: "embedded", ...(port === undefined ? {} : { embedded: { port } }) });
}

/** Its data stays in the folder, so it survives a restart. */
function startReal(port: number | undefined): Promise<TestEnv> {
  const envtest = { folder: join(folder, "control-plane"), ...(port === undefined ? {} : { port }) };
  return startTestEnv({ backend: "envtest", envtest });
}

/** Replaced as a whole, so that no reader sees half of it. The pid shows that this is not the state of an earlier run. */
async function tell(state: ApiServerState): Promise<void> {
  const draft = join(folder, `state.${randomUUID()}`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, ...state }), { mode: 0o600, flag: "wx" });
  await rename(draft, join(folder, "state.json"));
}
