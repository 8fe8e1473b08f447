// The watch of one workload cluster on a clock that runs faster, for tests: what it pushed and logged, and how often it connected.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { type Client, type Clock, systemClock } from "@capstan/client";
import { formatKey, type ObjectKey } from "@capstan/kube";
import { type LogFields, type Logger, silentLogger } from "@capstan/operator";
import type { WorkloadWatch } from "../src/authoring/workload-watch.ts";
import { ClusterWatch } from "../src/remote/cluster-watch.ts";
import type { KeptParts } from "../src/remote/kept-parts.ts";

/** Twenty times as fast as the system clock. */
const fastClock: Clock = {
  ...systemClock,
  now: () => performance.now() * 20,
  after: (ms, call) => systemClock.after(ms / 20, call),
};

/** A watch that runs. */
export interface Rig {
  readonly pushed: string[];
  readonly logged: (LogFields & { readonly message: string })[];
  readonly connects: () => number;
  /** Ends the connection, as a changed kubeconfig does. */
  readonly end: () => void;
  readonly stop: () => Promise<void>;
}

/** How a test breaks the connection. */
export interface RigOptions {
  readonly client: Client;
  /** The client of the second kubeconfig. Default: the same one. */
  readonly next?: Client;
  readonly isDown?: () => boolean;
  readonly random?: () => number;
  readonly kept?: KeptParts;
  /** The name of the Cluster as it is now. */
  readonly name?: () => string;
}

/** The watch of one Cluster. */
export function followOne(
  watch: WorkloadWatch,
  { client, next = client, isDown = () => false, random = () => 0, kept, name = () => "c" }: RigOptions,
): Rig {
  const pushed: string[] = [];
  const logged: Rig["logged"][number][] = [];
  let connects = 0;
  let ended = new AbortController();
  let current = { client, kubeconfig: "first" };
  const write = (message: string, fields: LogFields = {}): void => void logged.push({ message, ...fields });
  const log: Logger = { ...silentLogger, warn: write, error: write, child: () => log };
  const stop = new AbortController();
  const clusterOf = (): Cluster => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { namespace: "ns", name: name() },
    spec: {},
  });
  const reader = { get: async () => undefined, list: async () => [], listBy: async () => [] };
  const running = new ClusterWatch({
    watch,
    clock: { ...fastClock, random },
    log,
    clusterOf,
    kept,
    objectsOf: ({ metadata }) => [{ namespace: "ns", name: `objects of ${metadata.name}` }],
    listed: () => void pushed.push("listed"),
    context: { resource: Machine, client: reader, signal: stop.signal, log },
    push: (keys: readonly ObjectKey[]) => void pushed.push(...keys.map(formatKey)),
    remote: {
      async connect() {
        connects += 1;
        if (ended.signal.aborted) ended = new AbortController();
        return isDown()
          ? { connected: false, reason: "Unreachable", message: "no answer" }
          : { connected: true, ...current, ended: ended.signal };
      },
    },
  }).run(stop.signal);
  return {
    pushed,
    logged,
    connects: () => connects,
    end: () => {
      current = { client: next, kubeconfig: "second" };
      ended.abort();
    },
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}
