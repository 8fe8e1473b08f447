// Clients of workload clusters, one per Cluster, made from the Secret `<cluster>-kubeconfig` and kept until that Secret
// changes or the Cluster goes. A client is handed out only while its server answers; who finds it unreachable waits.
// No informers and no timers: health is asked when a client is wanted, at most once in `probeEveryMs`.
import { createClient, parseKubeconfig, type Client } from "@capstan/client";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { describeError, errorFrom, formatKey, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { Workload } from "./workload.ts";

/** Where remote clusters are looked up. */
export interface RemoteClustersOptions {
  /** The management cluster. */
  readonly client: Client;
  /** Tells the time in milliseconds; a test may give its own. */
  readonly now?: () => number;
}

interface Connection {
  readonly secretVersion: string;
  readonly kubeconfig: string;
  readonly client: Client;
  healthyAt: number;
}

/** How long an answer of the server counts. */
const probeEveryMs = 10_000;

/** The workload clusters of one manager. */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  readonly #connections: Map<string, Connection> = new Map<string, Connection>();

  constructor(options: RemoteClustersOptions) {
    this.#options = options;
  }

  /** A client for the workload cluster of a Cluster, or why there is none. */
  async connect(cluster: KubeObject): Promise<Workload> {
    const { namespace, name } = keyOf(cluster);
    const secretKey = { namespace, name: clusterSecretName(name, "kubeconfig") };
    const secret = await this.#options.client.find(Secret, secretKey);
    if (secret === undefined) {
      this.#drop(formatKey({ namespace, name }));
      return disconnected("NoKubeconfig", `Secret ${formatKey(secretKey)} does not exist`);
    }
    return this.#connectBy(secret, { namespace, name });
  }

  /** Closes every client. */
  close(): void {
    for (const key of this.#connections.keys()) this.#drop(key);
  }

  async #connectBy(secret: Secret, cluster: ObjectKey): Promise<Workload> {
    const key = formatKey(cluster);
    const secretVersion = secret.metadata.resourceVersion ?? "";
    let connection = this.#connections.get(key);
    if (connection?.secretVersion !== secretVersion) {
      this.#drop(key);
      try {
        connection = { secretVersion, ...(await clientOf(secret)), healthyAt: Number.NEGATIVE_INFINITY };
      } catch (error) {
        return disconnected("BadKubeconfig", describeError(error));
      }
      this.#connections.set(key, connection);
    }
    return this.#probe(connection);
  }

  async #probe(connection: Connection): Promise<Workload> {
    const now = this.#options.now ?? performance.now.bind(performance);
    if (now() - connection.healthyAt >= probeEveryMs) {
      try {
        await connection.client.request({ method: "GET", path: "/version", timeoutMs: 5_000, repeatable: false });
      } catch (error) {
        return disconnected("Unreachable", errorFrom(error).message);
      }
      connection.healthyAt = now();
    }
    return { connected: true, client: connection.client, kubeconfig: connection.kubeconfig };
  }

  #drop(key: string): void {
    this.#connections.get(key)?.client.close();
    this.#connections.delete(key);
  }
}

async function clientOf(secret: Secret): Promise<{ client: Client; kubeconfig: string }> {
  const kubeconfig = kubeconfigOf(secret) ?? "";
  const credentials = await parseKubeconfig(kubeconfig, { name: `Secret ${formatKey(keyOf(secret))}` });
  return { client: createClient(credentials), kubeconfig };
}

function disconnected(reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable", message: string): Workload {
  return { connected: false, reason, message };
}
