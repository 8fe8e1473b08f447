// Clients of workload clusters, one per Cluster, made from the Secret `<cluster>-kubeconfig` and kept until that Secret
// changes or the Cluster goes. A client is handed out only while its server answers; who finds it unreachable waits.
// No informers and no timers: health is asked when a client is wanted, at most once in `probeEveryMs`.
import { createClient, parseKubeconfig, type Client } from "@capstan/client";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { describeError, errorFrom, formatKey, keyOf, type KubeObject } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { Workload } from "./workload.ts";

/** Where remote clusters are looked up. */
export interface RemoteClustersOptions {
  /** The management cluster. */
  readonly client: Client;
  /** Tells the time in milliseconds; a test may give its own. */
  readonly now?: () => number;
}

interface Opened {
  readonly kubeconfig: string;
  readonly client: Client;
  healthyAt: number;
}

interface Connection {
  readonly secretVersion: string;
  /** A promise, so that passes that ask at the same time share one client. */
  readonly opened: Promise<Opened>;
  usedAt: number;
}

/** How long an answer of the server counts. */
const probeEveryMs = 10_000;

/** How long a client nobody asks for is kept: its Cluster is gone by then. */
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

  /** A client for the workload cluster of a Cluster, or why there is none. */
  async connect(cluster: KubeObject): Promise<Workload> {
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

  async #connectBy(secret: Secret, key: string): Promise<Workload> {
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

  async #probe(opened: Opened): Promise<Workload> {
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
    // One that never opened has nothing to close; whoever asked for it was told.
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

function disconnected(reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable", message: string): Workload {
  return { connected: false, reason, message };
}
