// Clients of workload clusters, one per Cluster, created from the Secret `<cluster>-kubeconfig` and kept until that Secret
// changes or the client is no longer used. A client is handed out only while its server answers.
// No informers and no timers: the health is checked when a client is requested, at most once in `probeEveryMs`.
import { createClient, parseKubeconfig, type Client } from "@capstan/client";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { describeError, errorFrom, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";

/** A workload cluster. Check `connected` before you use `client`. */
export type WorkloadCluster =
  | {
      readonly connected: true;
      readonly client: Client;
      /** The kubeconfig in the Secret. */
      readonly kubeconfig: string;
    }
  | {
      readonly connected: false;
      /** `NoKubeconfig`: the Secret does not exist; `BadKubeconfig`: it cannot be used; `Unreachable`: the server does not answer. */
      readonly reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable";
      readonly message: string;
    };

/** The options of `RemoteClusters`. */
export interface RemoteClustersOptions {
  /** The management cluster. */
  readonly client: Client;
  /** The time in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

interface Opened {
  readonly kubeconfig: string;
  readonly client: Client;
  healthyAt: number;
}

interface Connection {
  readonly secretVersion: string;
  /** A promise, so that concurrent passes share one client. */
  readonly opened: Promise<Opened>;
  usedAt: number;
}

/** How long a successful check of the server is valid. */
const probeEveryMs = 10_000;

/** How long an unused client is kept; after that its Cluster is assumed to be deleted. */
const keepMs = 3_600_000;

/** The workload clusters of one manager. */
export class RemoteClusters {
  readonly #client: Client;
  readonly #now: () => number;
  readonly #connections: Map<string, Connection> = new Map<string, Connection>();

  constructor({ client, now = () => performance.now() }: RemoteClustersOptions) {
    this.#client = client;
    this.#now = now;
  }

  /** A client for the workload cluster of a Cluster, or the reason why there is none. */
  async connect(cluster: KubeObject): Promise<WorkloadCluster> {
    const { namespace, name } = keyOf(cluster);
    const secretKey = { namespace, name: clusterSecretName(name, "kubeconfig") };
    const secret = await this.#client.find(Secret, secretKey);
    this.#dropUnused();
    if (secret !== undefined) return this.#connectBy(secret, formatKey({ namespace, name }));
    this.#drop(formatKey({ namespace, name }));
    return disconnected("NoKubeconfig", `Secret ${formatKey(secretKey)} does not exist`);
  }

  /** Closes every client. */
  close(): void {
    for (const key of this.#connections.keys()) this.#drop(key);
  }

  async #connectBy(secret: Secret, key: string): Promise<WorkloadCluster> {
    const connection = this.#connectionOf(secret, key);
    connection.usedAt = this.#now();
    try {
      return await this.#probe(await connection.opened);
    } catch (error) {
      if (this.#connections.get(key) === connection) this.#drop(key);
      return disconnected("BadKubeconfig", describeError(error));
    }
  }

  #connectionOf(secret: Secret, key: string): Connection {
    const secretVersion = secret.metadata.resourceVersion ?? "";
    const known = this.#connections.get(key);
    if (known?.secretVersion === secretVersion) return known;
    this.#drop(key);
    const connection = { secretVersion, opened: open(secret), usedAt: this.#now() };
    this.#connections.set(key, connection);
    return connection;
  }

  async #probe(opened: Opened): Promise<WorkloadCluster> {
    if (this.#now() - opened.healthyAt >= probeEveryMs) {
      try {
        await opened.client.request({ method: "GET", path: "/version", timeoutMs: 5_000, repeatable: false });
      } catch (error) {
        return disconnected("Unreachable", errorFrom(error).message);
      }
      opened.healthyAt = this.#now();
    }
    return { connected: true, client: opened.client, kubeconfig: opened.kubeconfig };
  }

  #dropUnused(): void {
    for (const [key, { usedAt }] of this.#connections) if (this.#now() - usedAt > keepMs) this.#drop(key);
  }

  #drop(key: string): void {
    const connection = this.#connections.get(key);
    this.#connections.delete(key);
    // A client that was never opened has nothing to close; `connect` has reported its error.
    connection?.opened.then(
      ({ client }) => client.close(),
      () => undefined,
    );
  }
}

async function open(secret: Secret): Promise<Opened> {
  const kubeconfig = kubeconfigOf(secret) ?? "";
  const credentials = await parseKubeconfig(kubeconfig, { name: `Secret ${formatKey(keyOf(secret))}` });
  return { client: createClient(credentials), kubeconfig, healthyAt: Number.NEGATIVE_INFINITY };
}

function disconnected(reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable", message: string): WorkloadCluster {
  return { connected: false, reason, message };
}
