// Whether workload clusters can be reached, by the rules of Cluster API's cluster cache: a look every 10 s, lost after five failures in a row, and then a look every 30 s.
// Those that wait for it are told when it changes, and when it answers after a pass could not reach it. The log has each change once, and metrics have Cluster API's names. Nothing that a server sent is in either.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { type Clock, sleep, systemClock } from "@capstan/client";
import { formatKey } from "@capstan/kube";
import type { CacheReader, CounterMetric, GaugeMetric, Logger, MetricsRegistry } from "@capstan/operator";
import { followClusters, type FollowedCluster } from "./follow-clusters.ts";
import type { RemoteCluster, RemoteClusters } from "./remote-clusters.ts";
import { togetherMs } from "./watch-waits.ts";
import { rawMessage } from "./workload-problems.ts";

/** What the health is found with. */
export interface ClusterHealthOptions {
  readonly cache: CacheReader;
  readonly remote: Pick<RemoteClusters, "connect" | "takeAwaited">;
  readonly metrics?: MetricsRegistry | undefined;
  readonly clock?: Clock;
}

/** A workload cluster that can be reached now, or not any more. */
export interface HealthChange {
  readonly cluster: Cluster;
  readonly isConnected: boolean;
}

/** Upstream's times, and its number of failures. */
const lookMs = { connected: 10_000, lost: 30_000 } as const;
const mostFailures = 5;
/** So many Clusters have metrics: tenants create them. */
const mostMeasured = 2000;

type ClusterLabel = "cluster_name" | "cluster_namespace";
type ClusterLabels = Readonly<Record<ClusterLabel, string>>;
type Listener = (change: HealthChange) => void;

/** A Cluster that is followed, and where its changes are logged. */
type LoggedCluster = FollowedCluster & { readonly log: Logger };

/** The health of the workload clusters of one manager. */
export class ClusterHealth {
  readonly #options: ClusterHealthOptions;
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  readonly #connected = new Map<string, Cluster>();
  readonly #measured: HealthMetrics | undefined;

  constructor(options: ClusterHealthOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#measured = options.metrics === undefined ? undefined : new HealthMetrics(options.metrics);
  }

  /** Calls a function for each Cluster that is connected, and for each change, until the signal aborts. */
  follow(listener: Listener, signal: AbortSignal): Promise<void> {
    for (const cluster of this.#connected.values()) listener({ cluster, isConnected: true });
    this.#listeners.add(listener);
    return new Promise((resolve) => {
      const end = (): void => {
        this.#listeners.delete(listener);
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
  }

  /** Looks at all workload clusters until the signal aborts. */
  async run(signal: AbortSignal, log: Logger): Promise<void> {
    const { cache } = this.#options;
    await followClusters({ cache, clock: this.#clock, signal }, (cluster) => {
      const first = Promise.withResolvers<void>();
      return { tried: first.promise, ended: this.#watch({ ...cluster, log }, first.resolve) };
    });
  }

  async #watch({ key, current, signal, log: ofManager }: LoggedCluster, tried: () => void): Promise<void> {
    const name = formatKey(key);
    const log = ofManager.child({ cluster: name });
    const labels = { cluster_name: key.name, cluster_namespace: key.namespace };
    let failures = 0;
    let isConnected: boolean | undefined;
    while (!signal.aborted) {
      const cluster = current();
      const found = cluster && (await this.#look(cluster, log, signal));
      tried();
      if (cluster !== undefined && found !== undefined && !signal.aborted) {
        failures = found.connected ? 0 : failures + 1;
        const isLate = !found.connected && found.reason === "Unreachable" && failures < mostFailures;
        const isUp = found.connected || (isConnected === true && isLate);
        this.#measured?.looked(labels, { isUp, isHealthy: found.connected });
        // A pass that found it down between two looks has ended, and waits to be told.
        const isAwaited = found.connected && this.#options.remote.takeAwaited(cluster);
        if (isUp !== isConnected) this.#changed(cluster, found, log);
        else if (isAwaited) this.#tell({ cluster, isConnected: true });
        isConnected = isUp;
      }
      const waitMs = isConnected === true ? lookMs.connected : lookMs.lost;
      await sleep(this.#clock, togetherMs(this.#clock, waitMs * (1 + this.#clock.random() / 10)), signal);
    }
    this.#connected.delete(name);
    this.#measured?.forget(labels);
  }

  /** Undefined when the management cluster could not be read, which says nothing of the workload cluster. */
  async #look(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<RemoteCluster | undefined> {
    try {
      return await this.#options.remote.connect(cluster, { log, signal });
    } catch (error) {
      if (!signal.aborted) log.debug("The kubeconfig of a workload cluster was not read", { error: rawMessage(error) });
      return undefined;
    }
  }

  #changed(cluster: Cluster, found: RemoteCluster, log: Logger): void {
    const name = formatKey({ namespace: cluster.metadata.namespace ?? "", name: cluster.metadata.name ?? "" });
    if (found.connected) {
      this.#connected.set(name, cluster);
      log.info("Workload cluster can be reached");
    } else {
      this.#connected.delete(name);
      log.warn("Workload cluster cannot be reached", { reason: found.reason, message: found.message });
    }
    this.#tell({ cluster, isConnected: found.connected });
  }

  #tell(change: HealthChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Upstream's metrics. */
class HealthMetrics {
  readonly #up: GaugeMetric<ClusterLabel>;
  readonly #healthy: GaugeMetric<ClusterLabel>;
  readonly #looks: CounterMetric<ClusterLabel | "status">;
  readonly #known = new Set<string>();

  constructor(metrics: MetricsRegistry) {
    const labels = ["cluster_name", "cluster_namespace"] as const;
    this.#up = metrics.gauge({
      name: "capi_cluster_cache_connection_up",
      help: "Whether the connection to the cluster is up.",
      labels,
    });
    this.#healthy = metrics.gauge({
      name: "capi_cluster_cache_healthcheck",
      help: "Result of the last look at a cluster: 1 if it answered.",
      labels,
    });
    this.#looks = metrics.counter({
      name: "capi_cluster_cache_healthchecks_total",
      help: "Results of all looks at a cluster.",
      labels: [...labels, "status"],
    });
  }

  looked(labels: ClusterLabels, { isUp, isHealthy }: { readonly isUp: boolean; readonly isHealthy: boolean }): void {
    const name = nameOf(labels);
    if (!this.#known.has(name) && this.#known.size >= mostMeasured) return;
    this.#known.add(name);
    this.#up.set(labels, isUp ? 1 : 0);
    this.#healthy.set(labels, isHealthy ? 1 : 0);
    this.#looks.add({ ...labels, status: isHealthy ? "success" : "error" });
  }

  forget(labels: ClusterLabels): void {
    if (!this.#known.delete(nameOf(labels))) return;
    this.#up.remove(labels);
    this.#healthy.remove(labels);
    for (const status of ["success", "error"]) this.#looks.remove({ ...labels, status });
  }
}

function nameOf({ cluster_name: name, cluster_namespace: namespace }: ClusterLabels): string {
  return formatKey({ namespace, name });
}
