// The processes behind LocalMachines, seen from outside as a person with `ps` would: by their command lines, not by what the
// provider says of them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sleep } from "./eventually.ts";

/** A process that plays a machine or a workload API server. */
export interface LocalProcess {
  readonly pid: number;
  /** "machines/<namespace>/<name>" or "clusters/<namespace>/<name>". */
  readonly id: string;
}

/** Every process that was started for a folder below `stateFolder`, sorted by what it plays. */
export function localProcesses(stateFolder: string): LocalProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const id = idOf(name, stateFolder);
      return id === undefined ? [] : [{ pid: Number(name), id }];
    })
    .toSorted((a, b) => a.id.localeCompare(b.id, "en") || a.pid - b.pid);
}

/** The processes of machines alone. */
export function machineProcesses(stateFolder: string): LocalProcess[] {
  return localProcesses(stateFolder).filter(({ id }) => id.startsWith("machines/"));
}

function idOf(pid: string, stateFolder: string): string | undefined {
  try {
    const words = readFileSync(join("/proc", pid, "cmdline"), "utf8").split("\0");
    const folder = words.find((word) => word.startsWith(`${stateFolder}/`));
    return folder?.slice(stateFolder.length + 1);
  } catch {
    return undefined; // ended meanwhile
  }
}

/** Ends whatever a failed run left behind. */
export async function endLocalProcesses(stateFolder: string): Promise<void> {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const { pid } of localProcesses(stateFolder)) signalProcess(pid, signal);
    for (let waited = 0; waited < 5000 && localProcesses(stateFolder).length > 0; waited += 100) await sleep(100);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
