// The real processes: every machine and every API server is a detached Node process with a folder in the state directory.
// Keeps nothing in memory, so a manager that is killed at any point loses nothing.
import { readdir, readFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ObjectKey } from "@capstan/kube";
import { ensureProcess, findProcess, stopProcess, updateConfig } from "./detached.ts";
import type {
  ApiServerConfig,
  ApiServerState,
  LocalProcesses,
  MachineConfig,
  RunningMachine,
} from "./local-processes.ts";

/** Where processes keep their folders unless the variable LOCAL_STATE_DIR says otherwise: one per user of this computer. */
export function defaultStateDirectory(): string {
  return join(tmpdir(), `provider-local-${userInfo().username}`);
}

/** Processes whose folders are in `directory`. Managers that share a directory share the processes. */
export function detachedProcesses(directory: string = defaultStateDirectory()): LocalProcesses {
  const folderOf = (kind: "clusters" | "machines", { namespace, name }: ObjectKey): string =>
    join(directory, kind, namespace, name);
  return {
    ensureApiServer: (key, config) => ensureApiServer(folderOf("clusters", key), config),
    stopApiServer: (key) => stopProcess(folderOf("clusters", key)),
    findMachine: async (key) => running(await findProcess(folderOf("machines", key))),
    ensureMachine: (key, config) => ensureMachine(folderOf("machines", key), { key, config }),
    reconnectMachine: (key, kubeconfig) => updateConfig(folderOf("machines", key), { kubeconfig }),
    stopMachine: (key) => stopProcess(folderOf("machines", key)),
  };
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
  // A failure outlives its process: it says why there is none.
  if (state?.state === "failed") return { state: "failed", message: state.message };
  return state?.state === "serving" && state.pid === process?.pid ? { ...state } : { state: "starting" };
}

/** A module beside this one: TypeScript in a checkout, JavaScript when built. */
function programPath(module: string): string {
  return fileURLToPath(new URL(`${module}${extname(import.meta.url)}`, import.meta.url));
}

/** Ends every process of a state directory, whoever started it: for demos and tests that own the directory. */
export async function endAllProcesses(directory: string): Promise<void> {
  for (const kind of ["machines", "clusters"]) {
    const folders = await readdir(join(directory, kind), { recursive: true, withFileTypes: true }).catch(() => []);
    const own = folders.filter((entry) => entry.name === "config.json").map((entry) => entry.parentPath);
    await Promise.all(own.map(stopProcess));
  }
}
