// Clients of workload clusters, from the Secret `<cluster>-kubeconfig`; cached until the Secret changes.
import { isApiError, parseKubeconfig, type Client } from "@capstan/client";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { clusterSecretName, kubeconfigOf } from "@capstan/contract";
import { formatKey, keyOf, type ClusterCredentials, type ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { HeldCounters } from "./held-counters.ts";
import type { ChangeCounter } from "./read-log.ts";
import { type ConnectionTrial, TriedConnection } from "./workload-connection.ts";

/** Creates a client; returns undefined when workload clusters are not used. */
export type ClientFactory = (credentials: ClusterCredentials) => Client | undefined;

interface Known {
  readonly cluster: ObjectKey;
  readonly kubeconfig: string;
  readonly connection: TriedConnection | undefined;
}

/** The workload clusters that the simulated core has connected to. */
export class WorkloadClients {
  /** Whether there is a connection to any workload cluster at all. */
  readonly areUsed: boolean;
  readonly #create: ClientFactory;
  readonly #trial: ConnectionTrial | undefined;
  readonly #known: Map<string, Known> = new Map<string, Known>();
  readonly #counters = new HeldCounters(() => ({ changes: 0 }));
  /** How long this step may still wait. */
  #patienceMs = 0;
  #isClosed = false;

  /** Without a way to connect there is no connection to any. With `trial`, servers are tried beside the steps; without, a step waits for their answers. */
  constructor(create: ClientFactory | undefined, trial?: ConnectionTrial) {
    this.areUsed = create !== undefined;
    this.#create = create ?? (() => undefined);
    this.#trial = trial;
    this.begin();
  }

  /** Begins a step, which waits for servers that do not answer no longer than for one of them. */
  begin(): void {
    this.#patienceMs = this.#trial?.patienceMs ?? 0;
  }

  /** What counts the changes of a Cluster's client. */
  counterOf(cluster: ObjectKey): ChangeCounter {
    return this.#counters.of(formatKey(cluster));
  }

  /** The Clusters that it has connected to. */
  get connected(): readonly ObjectKey[] {
    return [...this.#known.values()].map(({ cluster }) => cluster);
  }

  /** The clients that are open, of servers that answer. */
  get clients(): readonly Client[] {
    return [...this.#known.values()].flatMap((known) => this.#clientOf(known) ?? []);
  }

  /** A client for the workload cluster; undefined while there is no kubeconfig by which it can be reached, and while its server does not answer. */
  async clientOf(management: Client, cluster: Cluster): Promise<Client | undefined> {
    const { namespace, name } = keyOf(cluster);
    const secret = await management.find(Secret, { namespace, name: clusterSecretName(name, "kubeconfig") });
    const kubeconfig = secret === undefined ? undefined : kubeconfigOf(secret);
    if (kubeconfig === undefined) return undefined;
    const known = this.#known.get(formatKey({ namespace, name }));
    if (known?.kubeconfig !== kubeconfig) return this.#connect({ namespace, name }, kubeconfig);
    if (this.#trial !== undefined) known.connection?.retry();
    return this.#clientOf(known);
  }

  /** A call to the server of a workload cluster has failed: one that has not answered is not used before it answers again. */
  failed(cluster: ObjectKey, error: unknown): void {
    const key = formatKey(cluster);
    if (this.#trial === undefined || isApiError(error)) return;
    this.#known.get(key)?.connection?.lose();
    this.#changed(key);
  }

  /** Closes the client of one workload cluster. */
  forget(cluster: ObjectKey): void {
    const key = formatKey(cluster);
    this.#known.get(key)?.connection?.client.close();
    this.#known.delete(key);
    this.#changed(key);
  }

  /** Closes every client, and creates none any more. */
  close(): void {
    this.#isClosed = true;
    for (const { connection } of this.#known.values()) connection?.client.close();
    this.#known.clear();
  }

  async #connect(cluster: ObjectKey, kubeconfig: string): Promise<Client | undefined> {
    const key = formatKey(cluster);
    const client = await this.#clientFor(kubeconfig);
    const connected = (): void => {
      this.#changed(key);
      this.#trial?.connected();
    };
    const connection = client && new TriedConnection(client, connected);
    const known = { cluster, kubeconfig, connection };
    this.#known.get(key)?.connection?.client.close();
    this.#known.set(key, known);
    this.#changed(key);
    if (this.#trial !== undefined && connection !== undefined) {
      const waitedMs = await connection.begin(this.#patienceMs);
      this.#patienceMs = Math.max(0, this.#patienceMs - waitedMs);
    }
    return this.#clientOf(known);
  }

  /** A kubeconfig that cannot be read, or names a server without TLS, is a connection that fails, as in core. */
  async #clientFor(kubeconfig: string): Promise<Client | undefined> {
    try {
      const credentials = await parseKubeconfig(kubeconfig);
      return this.#isClosed ? undefined : this.#create(credentials);
    } catch {
      return undefined;
    }
  }

  #clientOf({ connection }: Known): Client | undefined {
    return this.#trial === undefined || connection?.isAnswering === true ? connection?.client : undefined;
  }

  #changed(key: string): void {
    const counter = this.#counters.get(key);
    if (counter !== undefined) counter.changes += 1;
  }
}
