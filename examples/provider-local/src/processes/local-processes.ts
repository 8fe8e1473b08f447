// The "cloud" of this provider: processes on this computer. Two implementations: detached-processes.ts starts real ones,
// memory-processes.ts keeps them in memory (tests and benchmarks). Everything is found again by namespace and name.
import type { ObjectKey } from "@capstan/api";

/** The settings of a workload cluster's API server. */
export interface ApiServerConfig {
  readonly backend: "Embedded" | "Real";
  /** The port to listen on; any free one when absent. */
  readonly port?: number;
}

/** The state of an API server. */
export type ApiServerState =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "serving"; readonly host: string; readonly port: number; readonly kubeconfig: string };

/** The settings of a machine. */
export interface MachineConfig {
  readonly providerID: string;
  /** The workload cluster it joins. */
  readonly kubeconfig: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The Kubernetes version that its Node reports. Core replaces machines that report the wrong one. */
  readonly version: string;
  readonly cpus: number;
  readonly memory: string;
  readonly leaseDurationSeconds: number;
}

/** A running machine. */
export interface RunningMachine {
  readonly pid: number;
  readonly address: string;
}

/** Whether a name is that of a machine of a pool. */
export function isMember(pool: ObjectKey, name: string): boolean {
  return name.startsWith(`${pool.name}.`) && /^\d+$/.test(name.slice(pool.name.length + 1));
}

/** Processes on this computer, by the namespace and name of the object they belong to. */
export interface LocalProcesses {
  /** Starts the API server unless it is running. Never starts a second one. */
  ensureApiServer(key: ObjectKey, config: ApiServerConfig): Promise<ApiServerState>;
  /** Ends the API server. Resolves also when it has ended already. */
  stopApiServer(key: ObjectKey): Promise<void>;
  /** The machine's process, if it is running. */
  findMachine(key: ObjectKey): Promise<RunningMachine | undefined>;
  /** The machines of a pool that were started and not stopped: their names are the pool's, a dot and a number. */
  machinesOf(pool: ObjectKey): Promise<readonly ObjectKey[]>;
  /** Starts the machine's process unless it is running. Never starts a second one. Undefined while it is starting. */
  ensureMachine(key: ObjectKey, config: MachineConfig): Promise<RunningMachine | undefined>;
  /** Gives a running machine the current kubeconfig of its cluster; does nothing when it has it or is not running. */
  reconnectMachine(key: ObjectKey, kubeconfig: string): Promise<void>;
  /** Ends the machine's process. Resolves also when it has ended already. */
  stopMachine(key: ObjectKey): Promise<void>;
}
