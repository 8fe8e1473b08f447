// Clients of workload clusters, from the Secret `<cluster>-kubeconfig`; cached until the Secret changes.
import { parseKubeconfig, type Client } from "@capstan/client";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { formatKey, keyOf, type ClusterCredentials, type ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { ChangeCounter } from "./read-log.ts";

/** Creates a client; returns undefined when workload clusters are not used. */
export type ClientFactory = (credentials: ClusterCredentials) => Client | undefined;

interface Known {
  readonly cluster: ObjectKey;
  readonly kubeconfig: string;
  readonly client: Client | undefined;
}

/** The workload clusters that the simulated core has connected to. */
export class WorkloadClients {
  readonly #create: ClientFactory;
  readonly #known: Map<string, Known> = new Map<string, Known>();
  readonly #counters: Map<string, { changes: number }> = new Map<string, { changes: number }>();

  constructor(create: ClientFactory) {
    this.#create = create;
  }

  /** What counts the changes of a Cluster's client. */
  counterOf(cluster: ObjectKey): ChangeCounter {
    const key = formatKey(cluster);
    const counter = this.#counters.get(key) ?? { changes: 0 };
    this.#counters.set(key, counter);
    return counter;
  }

  /** The Clusters that it has connected to. */
  get connected(): readonly ObjectKey[] {
    return [...this.#known.values()].map(({ cluster }) => cluster);
  }

  /** The clients that are open. */
  get clients(): readonly Client[] {
    return [...this.#known.values()].flatMap(({ client }) => client ?? []);
  }

  /** A client for the workload cluster; undefined while there is no kubeconfig by which it can be reached. */
  async clientOf(management: Client, cluster: Cluster): Promise<Client | undefined> {
    const { namespace, name } = keyOf(cluster);
    const secret = await management.find(Secret, { namespace, name: clusterSecretName(name, "kubeconfig") });
    const kubeconfig = secret === undefined ? undefined : kubeconfigOf(secret);
    if (kubeconfig === undefined) return undefined;
    const key = formatKey({ namespace, name });
    let known = this.#known.get(key);
    if (known?.kubeconfig !== kubeconfig) {
      known?.client?.close();
      known = { cluster: { namespace, name }, kubeconfig, client: await this.#clientFor(kubeconfig) };
      this.#known.set(key, known);
      this.#changed(key);
    }
    return known.client;
  }

  /** A kubeconfig that cannot be read, or names a server without TLS, is a connection that fails, as in core. */
  async #clientFor(kubeconfig: string): Promise<Client | undefined> {
    try {
      return this.#create(await parseKubeconfig(kubeconfig));
    } catch {
      return undefined;
    }
  }

  /** Closes the client of one workload cluster. */
  forget(cluster: ObjectKey): void {
    const key = formatKey(cluster);
    this.#known.get(key)?.client?.close();
    this.#known.delete(key);
    this.#changed(key);
    this.#counters.delete(key);
  }

  #changed(key: string): void {
    const counter = this.#counters.get(key);
    if (counter !== undefined) counter.changes += 1;
  }

  /** Closes every client. */
  close(): void {
    for (const { client } of this.#known.values()) client?.close();
    this.#known.clear();
  }
}
