// Clients of workload clusters, one per Cluster, created from the Secret `<cluster>-kubeconfig` and kept until that Secret
// changes or the client is no longer used. A client is handed out only while its server answers.
// No informers and no timers: the Secret is read and the server is called when a client is requested, at most once in `trustedMs`.
// The time that calls to a slow server may take is counted by Cluster, also when its Secret changes.
// The Secret and the server belong to a tenant: nothing of either is in a message, and a Secret that cannot be used is read once.
import { CallBudget, type Client, type ClientLimits, foreignLimits, isNotFound } from "@capstan/client";
import { clusterSecretName } from "@capstan/contract";
import { formatKey, isJsonObject, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { type Logger, silentLogger } from "@capstan/operator";
import { openWorkload, type OpenWorkload } from "./open-workload.ts";
import { WorkloadMemory } from "./workload-memory.ts";
import { fixedMessage, rawMessage, secretProblem } from "./workload-problems.ts";

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
      /** May be put into a condition: it quotes nothing of the kubeconfig or of the server. */
      readonly message: string;
    };

/** The options of `RemoteClusters`. */
export interface RemoteClustersOptions {
  /** The management cluster. */
  readonly client: Client;
  /** How much workload clusters may send, where it differs from `foreignLimits` of `@capstan/client`. */
  readonly limits?: Partial<ClientLimits>;
  /** Whether there still is a Cluster. Clients of others are closed. Default: it is assumed that there is. */
  readonly exists?: (cluster: ObjectKey) => boolean;
  /** How many passes run at once: what they read from workload clusters shares the memory. Default: 10. */
  readonly passes?: number;
  /** Whether workload clusters are watched: the first look at a server leaves its connection to the watch. Default: false. */
  readonly isWatched?: boolean;
  /** The time in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/** What `connect` gives: `ended` aborts when the kubeconfig has changed or cannot be used any more, for watches. */
export type RemoteCluster =
  | (Extract<WorkloadCluster, { readonly connected: true }> & { readonly ended: AbortSignal })
  | Extract<WorkloadCluster, { readonly connected: false }>;

interface Connection {
  /** The uid and the version of the Secret. */
  readonly secretVersion: string;
  /** A promise, so that concurrent passes share one client. */
  readonly opened: Promise<OpenWorkload>;
  /** Aborts when another Secret takes its place: a watch on it goes on otherwise. */
  readonly ended: AbortController;
  /** When the server answered after the Secret was read, and for which Cluster: one of the same name has another server. */
  trusted?: { readonly at: number; readonly uid: string | undefined };
}

/** What is kept of one Cluster. */
interface Known {
  readonly cluster: ObjectKey;
  readonly budget: CallBudget;
  connection: Connection | undefined;
  usedAt: number;
  /** Whether a pass could not use it, and has not been told since that it can. */
  isAwaited: boolean;
}

/** A Cluster; one of the same name has another server. */
interface Place extends ObjectKey {
  readonly uid: string | undefined;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /** What the server sent is written to it, for debugging. Default: not written. */
  readonly log?: Logger;
  /** Ends the wait for it. */
  readonly signal?: AbortSignal;
  /** The caller ends when it gets no client, and waits to be told: `takeAwaited` is true then. */
  readonly isPass?: boolean;
}

/** For how long neither the Secret nor the server is looked at again: passes of one object that follow each other make no calls for that. */
const trustedMs = 10_000;

/** The answer to /version has 400 bytes. */
const versionBytes = 16 * 1024;

/** How long an unused client is kept; after that its Cluster is assumed to be deleted. */
const keepMs = 3_600_000;
/** How many clients are kept beside those in use; a TLS context and idle connections take about 100 KB each, and with the largest kubeconfig more than 1 MB. */
const mostKept = 2000;
/** A client that was used since then is in use: watches and the looks at its server use it every 33 s at least. */
const inUseMs = 60_000;
/** How often clients of Clusters that no longer exist are looked for. */
const sweepEveryMs = 1000;

/** The workload clusters of one manager. */
export class RemoteClusters {
  readonly #client: Client;
  readonly #now: () => number;
  readonly #limits: Partial<ClientLimits>;
  readonly #exists: (cluster: ObjectKey) => boolean;
  readonly #memory: WorkloadMemory;
  readonly #isWatched: boolean;
  /** The one that was used last is the last. */
  readonly #known = new Map<string, Known>();
  /** What is looked at now. */
  readonly #looks = new Map<string, Promise<RemoteCluster>>();
  readonly #closing = new AbortController();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteClustersOptions) {
    const { client, limits = {}, exists = () => true, passes = 10, now = () => performance.now() } = options;
    this.#isWatched = options.isWatched === true;
    this.#client = client;
    this.#limits = limits;
    this.#exists = exists;
    this.#memory = new WorkloadMemory({ passes });
    this.#now = now;
  }

  /** A client for the workload cluster of a Cluster, or the reason why there is none. Those that want one at the same moment share the look at the Secret and at the server. */
  async connect(cluster: KubeObject, options: ConnectOptions = {}): Promise<RemoteCluster> {
    options.signal?.throwIfAborted();
    const found = await this.#find(cluster, options);
    if (!found.connected && options.isPass === true) this.#use(keyOf(cluster)).isAwaited = true;
    return found;
  }

  /** Whether a pass got no client for a Cluster since the last call. */
  takeAwaited(cluster: KubeObject): boolean {
    const known = this.#known.get(formatKey(keyOf(cluster)));
    const isAwaited = known?.isAwaited === true;
    if (known !== undefined) known.isAwaited = false;
    return isAwaited;
  }

  async #find(cluster: KubeObject, { log = silentLogger, signal }: ConnectOptions): Promise<RemoteCluster> {
    const { namespace, name } = keyOf(cluster);
    const { uid } = cluster.metadata;
    this.#dropUnused(this.#now());
    const trusted = this.#trusted({ namespace, name }, uid);
    if (trusted !== undefined) return connected(trusted, await trusted.opened);
    const identity = `${formatKey({ namespace, name })}/${uid ?? ""}`;
    const begun = this.#looks.get(identity);
    const look = begun ?? this.#look({ namespace, name, uid }, log).finally(() => this.#looks.delete(identity));
    if (begun === undefined) this.#looks.set(identity, look);
    return await unlessAborted(look, signal);
  }

  async #look({ uid, namespace, name }: Place, log: Logger): Promise<RemoteCluster> {
    const secretKey = { namespace, name: clusterSecretName(name, "kubeconfig") };
    // Most looks find the Secret as it was, and need no kubeconfig.
    const known = await this.#unchanged({ namespace, name }, secretKey);
    if (known !== undefined) return this.#connectBy(known, { namespace, name, uid }, log);
    const secret = await this.#client.find(Secret, secretKey);
    const problem = secret === undefined ? undefined : secretProblem(secret, name);
    if (secret !== undefined && problem === undefined)
      return this.#connectBy(this.#connectionOf(secret, { namespace, name }), { namespace, name, uid }, log);
    end(this.#known.get(formatKey({ namespace, name })));
    return problem === undefined
      ? disconnected("NoKubeconfig", `Secret ${formatKey(secretKey)} does not exist`)
      : disconnected("BadKubeconfig", problem);
  }

  /** The connection of a Cluster whose Secret is as it was; undefined also where it was closed while that was looked up. */
  async #unchanged(cluster: ObjectKey, secretKey: ObjectKey): Promise<Connection | undefined> {
    const now = (): Connection | undefined => this.#known.get(formatKey(cluster))?.connection;
    const known = now();
    if (known === undefined || (await secretVersionNow(this.#client, secretKey)) !== known.secretVersion)
      return undefined;
    return now() === known ? this.#use(cluster).connection : undefined;
  }

  /** Runs a pass. What it reads counts in memory until it ends. */
  during<T>(pass: () => Promise<T>): Promise<T> {
    return this.#memory.during(pass);
  }

  /** Closes every client. */
  close(): void {
    this.#closing.abort(new Error("the manager stops"));
    for (const known of this.#known.values()) disconnect(known);
    this.#known.clear();
  }

  async #connectBy(connection: Connection, { uid, ...cluster }: Place, log: Logger): Promise<RemoteCluster> {
    const { signal } = this.#closing;
    const key = formatKey(cluster);
    let opened: OpenWorkload;
    try {
      opened = await connection.opened;
    } catch (error) {
      // The connection stays, so that the Secret is not parsed again before it changes.
      log.debug("the kubeconfig cannot be used", { cluster: key, error: rawMessage(error) });
      return disconnected("BadKubeconfig", fixedMessage(error, "the kubeconfig cannot be used"));
    }
    try {
      // Later looks have connections of their own: a server that answers no look is noticed while its watch is silent.
      await probe(opened, { beforeWatch: this.#isWatched && connection.trusted === undefined, signal });
      connection.trusted = { at: this.#now(), uid };
      return connected(connection, opened);
    } catch (error) {
      signal.throwIfAborted();
      log.debug("the workload cluster cannot be reached", { cluster: key, error: rawMessage(error) });
      return disconnected("Unreachable", fixedMessage(error, "the workload cluster cannot be reached"));
    }
  }

  /** The connection of a Cluster that was looked at a moment ago. */
  #trusted(cluster: ObjectKey, uid: string | undefined): Connection | undefined {
    const trusted = this.#known.get(formatKey(cluster))?.connection?.trusted;
    if (trusted === undefined || trusted.uid !== uid || this.#now() - trusted.at >= trustedMs) return undefined;
    return this.#use(cluster).connection;
  }

  #connectionOf(secret: Secret, cluster: ObjectKey): Connection {
    const known = this.#use(cluster);
    const secretVersion = versionOf(secret);
    if (known.connection?.secretVersion === secretVersion) return known.connection;
    end(known);
    const { budget } = known;
    const opened = openWorkload(secret, {
      cluster: formatKey(cluster),
      limits: this.#limits,
      budget,
      memory: this.#memory,
    });
    known.connection = { secretVersion, opened, ended: new AbortController() };
    return known.connection;
  }

  /** What is kept of a Cluster, which is used now. */
  #use(cluster: ObjectKey): Known {
    const key = formatKey(cluster);
    const { slowShare } = { ...foreignLimits, ...this.#limits };
    const known = this.#known.get(key) ?? {
      cluster,
      budget: new CallBudget(slowShare, this.#now),
      connection: undefined,
      usedAt: 0,
      isAwaited: false,
    };
    known.usedAt = this.#now();
    this.#known.delete(key);
    this.#known.set(key, known);
    return known;
  }

  #dropUnused(now: number): void {
    this.#closeDeleted(now);
    for (const [key, known] of this.#known) {
      if (now - known.usedAt <= (this.#known.size > mostKept ? inUseMs : keepMs)) return;
      end(known, "it has not been used for long");
      this.#known.delete(key);
    }
  }

  /** A tenant may create and delete Clusters without an end: only those that exist at the same moment take memory. How slow a server was is remembered. */
  #closeDeleted(now: number): void {
    if (now - this.#sweptAt < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const known of this.#known.values())
      if (known.connection !== undefined && !this.#exists(known.cluster)) disconnect(known);
  }
}

/** The uid and the version of a Secret. */
function versionOf({ metadata: { uid = "", resourceVersion = "" } }: Pick<Secret, "metadata">): string {
  return `${uid}/${resourceVersion}`;
}

/** The uid and the version that a Secret has now, without its data; undefined when it does not exist. */
async function secretVersionNow(client: Client, key: ObjectKey): Promise<string | undefined> {
  const [namespace, name] = [key.namespace, key.name].map(encodeURIComponent);
  try {
    const answer = await client.request({
      method: "GET",
      path: `/api/v1/namespaces/${namespace}/secrets/${name}`,
      accept: "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
      doing: `get the metadata of Secret ${formatKey(key)}`,
    });
    const { metadata } = Object(answer.json());
    return isJsonObject(metadata) ? versionOf({ metadata }) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function probe(
  { client }: OpenWorkload,
  options: { readonly beforeWatch: boolean; readonly signal: AbortSignal },
): Promise<void> {
  await client.request({
    ...options,
    method: "GET",
    path: "/version",
    timeoutMs: 5_000,
    repeatable: false,
    answerBytes: versionBytes,
  });
}

/** What a promise gives, or the end of a caller that waits for it. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function connected({ ended }: Connection, { client, kubeconfig }: OpenWorkload): RemoteCluster {
  return { connected: true, client, kubeconfig, ended: ended.signal };
}

/** Closes the client of a Secret that has changed, and ends its watches. */
function end(known: Known | undefined, why: string = "the kubeconfig has changed"): void {
  known?.connection?.ended.abort(new Error(why));
  disconnect(known);
}

function disconnect(known: Known | undefined): void {
  // A client that was never opened has nothing to close; `connect` has reported its error.
  known?.connection?.opened.then(
    ({ client }) => client.close(),
    () => undefined,
  );
  if (known !== undefined) known.connection = undefined;
}

function disconnected(reason: "NoKubeconfig" | "BadKubeconfig" | "Unreachable", message: string): RemoteCluster {
  return { connected: false, reason, message };
}
