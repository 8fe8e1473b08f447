// A workload cluster's API server, embedded or real, as a process of its own. Started detached by processes/detached.ts with
// its folder as the argument; tells in `state.json` where it listens, or why it cannot.
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@capstan/kube";
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

/** Its data stays in the folder, so that a restart loses nothing. */
function startReal(port: number | undefined): Promise<TestEnv> {
  const envtest = { folder: join(folder, "control-plane"), ...(port === undefined ? {} : { port }) };
  return startTestEnv({ backend: "envtest", envtest });
}

/** Replaced whole, so that no reader sees half of it. Our pid tells a manager that this is not the state of an earlier run. */
async function tell(state: ApiServerState): Promise<void> {
  const draft = join(folder, `state.${process.pid}`);
  await writeFile(draft, JSON.stringify({ pid: process.pid, ...state }), { mode: 0o600 });
  await rename(draft, join(folder, "state.json"));
}
