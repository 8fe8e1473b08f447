// Processes that exist in memory only: for tests of the controllers and for benchmarks with a thousand machines.
import { formatKey, type ObjectKey } from "@capstan/api";
import {
  type ApiServerState,
  isMember,
  type LocalProcesses,
  type MachineConfig,
  type RunningMachine,
} from "./local-processes.ts";

/** A cloud in memory that tests can inspect. */
export interface MemoryProcesses extends LocalProcesses {
  /** The running machines, by namespace and name. */
  readonly machines: ReadonlyMap<string, MachineConfig>;
  /** The running API servers. */
  readonly apiServers: ReadonlySet<string>;
  /** How many machines were ever started. */
  readonly started: number;
}

/** A cloud in memory whose API servers all have this state. */
export function memoryProcesses(apiServer: ApiServerState): MemoryProcesses {
  const machines = new Map<string, MachineConfig>();
  const apiServers = new Set<string>();
  let started = 0;
  const find = (key: ObjectKey): Promise<RunningMachine | undefined> =>
    Promise.resolve(machines.has(formatKey(key)) ? { pid: 1, address: "127.0.0.1" } : undefined);
  return {
    machines,
    apiServers,
    get started() {
      return started;
    },
    ensureApiServer(key) {
      apiServers.add(formatKey(key));
      return Promise.resolve(apiServer);
    },
    stopApiServer(key) {
      apiServers.delete(formatKey(key));
      return Promise.resolve();
    },
    findMachine: find,
    machinesOf(pool) {
      const names = [...machines.keys()].map((key) => key.slice(pool.namespace.length + 1));
      const members = names.filter((name) => machines.has(formatKey({ ...pool, name })) && isMember(pool, name));
      return Promise.resolve(members.map((name) => ({ namespace: pool.namespace, name })));
    },
    ensureMachine(key, config) {
      if (!machines.has(formatKey(key))) started += 1;
      machines.set(formatKey(key), config);
      return find(key);
    },
    reconnectMachine(key, kubeconfig) {
      const config = machines.get(formatKey(key));
      if (config !== undefined) machines.set(formatKey(key), { ...config, kubeconfig });
      return Promise.resolve();
    },
    stopMachine(key) {
      machines.delete(formatKey(key));
      return Promise.resolve();
    },
  };
}
