// The API server of dev: the embedded one, or with `--real` kube-apiserver with etcd, whose changes are followed by watches.
import { isCapstanError } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { type Faults, startTestEnv, type TestBackends, type TestControlPlane } from "@capstan/testenv";
import { keepPrograms } from "./kept-programs.ts";
import type { ManagersPlace } from "./manager-files.ts";
import { type DevChange, RealChanges } from "./real-changes.ts";

/** A clock that can be moved forward from the time of the computer. */
export class DevClock {
  #aheadMs = 0;

  /** How far it is ahead, in milliseconds. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The time, in milliseconds since 1970. */
  readonly now = (): number => Date.now() + this.#aheadMs;

  /** Moves it forward; returns how far it is ahead then. */
  forward(ms: number): number {
    this.#aheadMs += ms;
    return this.#aheadMs;
  }
}

/** An API server whose changes can be followed. */
export interface DevServer extends Pick<TestControlPlane, "credentials" | "kubeconfig" | "stop"> {
  applyCrds(crds: readonly CustomResourceDefinition[]): Promise<void>;
  /** Calls the listener with each object that exists, then with each change, until the returned function is called. */
  changes(listener: (change: DevChange) => void): () => void;
  /** Undefined where requests cannot be made to fail. */
  readonly faults?: Faults;
  /** The clock of its timestamps and ages; undefined where it is the computer's. */
  readonly clock?: DevClock;
  /** Whether Cluster API's own managers run, so that nothing is simulated. */
  readonly hasManagers?: boolean;
}

/** What is served, and by what. */
export interface DevServerOptions {
  readonly crds: readonly CustomResourceDefinition[];
  /** Whether to start kube-apiserver in place of the embedded server. */
  readonly real: boolean;
  /** Where Cluster API's managers are, which run on kube-apiserver too. */
  readonly managers?: ManagersPlace | undefined;
  readonly note: (line: string) => void;
  /** Ends the start of kube-apiserver, which takes seconds: it rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** Starts the server. Rejects with `testenv/no-control-plane`, which says how to get the programs, where kube-apiserver is not installed. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { crds, real, managers, note } = options;
  if (managers !== undefined) return startManaged(managers, options);
  if (!real) return startEmbedded(crds);
  const env = await startReal(options);
  const { etcd, apiServer, controllerManager } = env.programs;
  const programs = [etcd, apiServer, ...(controllerManager === undefined ? [] : [controllerManager])];
  const end = keepPrograms(programs, note);
  const stop = async (): Promise<void> => {
    await end();
    await env.stop();
  };
  const { credentials } = env;
  return followed(
    { credentials, kubeconfig: () => env.kubeconfig(), applyCrds: (more) => env.applyCrds(more), stop },
    crds,
    note,
  );
}

async function startEmbedded(crds: DevServerOptions["crds"]): Promise<DevServer> {
  const clock = new DevClock();
  return { ...(await startTestEnv({ backend: "embedded", crds, embedded: { now: clock.now } })), clock };
}

/** With the kinds of the managers' own components. */
async function startManaged(managers: ManagersPlace, options: DevServerOptions): Promise<DevServer> {
  const { note } = options;
  const { startWithManagers } = await import("./real-managers.ts");
  const cluster = await startWithManagers(managers, options);
  const { items } = await cluster.client.list(CustomResourceDefinition, {});
  const env = { ...cluster.controlPlane, stop: () => cluster.stop() };
  return { ...followed(env, items, note), hasManagers: true };
}

type RealServer = Pick<TestControlPlane, "credentials" | "kubeconfig" | "applyCrds" | "stop">;

function followed(env: RealServer, crds: DevServerOptions["crds"], note: DevServerOptions["note"]): DevServer {
  const changes = new RealChanges(env.credentials, note);
  changes.follow(crds);
  return {
    credentials: env.credentials,
    kubeconfig: () => env.kubeconfig(),
    applyCrds: async (more) => {
      await env.applyCrds(more);
      changes.follow(more);
    },
    changes: (listener) => changes.listen(listener),
    stop: async () => {
      await changes.stop();
      await env.stop();
    },
  };
}

async function startReal({ crds, note, signal }: DevServerOptions): Promise<TestBackends["envtest"]> {
  const ends = signal === undefined ? {} : { signal };
  try {
    return await startTestEnv({ backend: "envtest", crds, envtest: { ...ends, controllerManager: true } });
  } catch (error) {
    if (!isCapstanError(error, "testenv/no-controller-manager")) throw error;
    note(
      "kube-controller-manager is not beside kube-apiserver: objects of deleted owners, and those of deleted namespaces, stay",
    );
    return startTestEnv({ backend: "envtest", crds, envtest: ends });
  }
}
