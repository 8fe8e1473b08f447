// The "cloud" of this provider: processes on this computer. Two implementations: detached-processes.ts starts real ones,
// memory-processes.ts only remembers (tests and benchmarks). Everything is found again by namespace and name.
import type { ObjectKey } from "@capstan/kube";

/** How a workload cluster's API server is to run. */
export interface ApiServerConfig {
  readonly backend: "Embedded" | "Real";
  /** The port to listen on; any free one when absent. */
  readonly port?: number;
}

/** An API server, as far as it has come. */
export type ApiServerState =
  | { readonly state: "starting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "serving"; readonly host: string; readonly port: number; readonly kubeconfig: string };

/** How a machine is to run. */
export interface MachineConfig {
  readonly providerID: string;
  /** The workload cluster it joins. */
  readonly kubeconfig: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The Kubernetes version its Node reports: core replaces machines that report another than they should. */
  readonly version: string;
  readonly cpus: number;
  readonly memory: string;
  readonly leaseDurationSeconds: number;
}

/** A machine that runs. */
export interface RunningMachine {
  readonly pid: number;
  readonly address: string;
}

/** Processes on this computer, by the namespace and name of the object they belong to. */
export interface LocalProcesses {
  /** Starts the API server unless it runs. Never starts a second one. */
  ensureApiServer(key: ObjectKey, config: ApiServerConfig): Promise<ApiServerState>;
  /** Ends the API server; one that is gone already is ended. */
  stopApiServer(key: ObjectKey): Promise<void>;
  /** The machine's process, if it runs. */
  findMachine(key: ObjectKey): Promise<RunningMachine | undefined>;
  /** Starts the machine's process unless it runs. Never starts a second one. Undefined while it is starting. */
  ensureMachine(key: ObjectKey, config: MachineConfig): Promise<RunningMachine | undefined>;
  /** Tells a machine that runs where its cluster is now; nothing happens when it knows, or does not run. */
  reconnectMachine(key: ObjectKey, kubeconfig: string): Promise<void>;
  /** Ends the machine's process; one that is gone already is ended. */
  stopMachine(key: ObjectKey): Promise<void>;
}
