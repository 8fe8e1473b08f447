// The real processes: every machine and every API server is a detached Node process with a folder in the state directory.
// It keeps no state in memory, so a manager may be killed at any point.
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ObjectKey } from "@capstan/api";
import { openPrivateFolder, userFolder } from "@capstan/testenv/host";
import { ensureProcess, findProcess, stopProcess, updateConfig } from "./detached.ts";
import {
  type ApiServerConfig,
  type ApiServerState,
  isMember,
  type LocalProcesses,
  type MachineConfig,
  type RunningMachine,
} from "./local-processes.ts";

/** The default folder for the processes' folders, one per user of this computer; the variable LOCAL_STATE_DIR replaces it. */
export function defaultStateDirectory(): string {
  return join(userFolder("state"), "provider-local");
}

/**
 * Processes whose folders are in `directory`, which only this user may be able to change: what is in it decides which processes are ended.
 * Managers that share a directory share the processes.
 */
export function detachedProcesses(directory: string = defaultStateDirectory()): LocalProcesses {
  const own = openPrivateFolder(directory);
  const folderOf = (kind: "clusters" | "machines", { namespace, name }: ObjectKey): string =>
    join(own, kind, namespace, name);
  return {
    ensureApiServer: (key, config) => ensureApiServer(folderOf("clusters", key), config),
    stopApiServer: (key) => stopProcess(folderOf("clusters", key)),
    findMachine: async (key) => running(await findProcess(folderOf("machines", key))),
    machinesOf: (pool) => machinesOf(join(own, "machines"), pool),
    ensureMachine: (key, config) => ensureMachine(folderOf("machines", key), { key, config }),
    reconnectMachine: (key, kubeconfig) => updateConfig(folderOf("machines", key), { kubeconfig }),
    stopMachine: (key) => stopProcess(folderOf("machines", key)),
  };
}

/** Each machine has a folder until it is stopped. */
async function machinesOf(folder: string, pool: ObjectKey): Promise<readonly ObjectKey[]> {
  const names = await readdir(join(folder, pool.namespace)).catch(() => []);
  return names.filter((name) => isMember(pool, name)).map((name) => ({ namespace: pool.namespace, name }));
}

async function ensureMachine(
  folder: string,
  { key, config }: { key: ObjectKey; config: MachineConfig },
): Promise<RunningMachine | undefined> {
  return running(
    await ensureProcess({ module: programPath("../node-process/main"), folder }, { ...config, nodeName: key.name }),
  );
}

function running(process: { readonly pid: number } | undefined): RunningMachine | undefined {
  return process === undefined ? undefined : { pid: process.pid, address: "127.0.0.1" };
}

async function ensureApiServer(folder: string, config: ApiServerConfig): Promise<ApiServerState> {
  const process = await ensureProcess({ module: programPath("../api-server-process/main"), folder }, config);
  const text = await readFile(join(folder, "state.json"), "utf8").catch(() => undefined);
  const state = text === undefined ? undefined : (JSON.parse(text) as { pid: number } & ApiServerState);
  // A failure is kept after its process has ended: it is the reason why there is none.
  if (state?.state === "failed") return { state: "failed", message: state.message };
  return state?.state === "serving" && state.pid === process?.pid ? { ...state } : { state: "starting" };
}

/** A module in a folder next to this one: TypeScript in a checkout, JavaScript when built. */
function programPath(module: string): string {
  return fileURLToPath(new URL(`${module}${extname(import.meta.url)}`, import.meta.url));
}

/** Ends all processes of a state directory, also those of other managers: for demos and tests that own the directory. */
export async function endAllProcesses(directory: string): Promise<void> {
  const own = openPrivateFolder(directory);
  for (const kind of ["machines", "clusters"]) {
    const folders = await readdir(join(own, kind), { recursive: true, withFileTypes: true }).catch(() => []);
    const configured = folders.filter((entry) => entry.name === "config.json").map((entry) => entry.parentPath);
    await Promise.all(configured.map(stopProcess));
  }
}
