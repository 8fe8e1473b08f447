// Follows the Clusters whose workload cluster can be reached: something runs for each, from when its control plane is initialized until it is deleted.
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Clock, sleep } from "@capstan/client";
import { formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import type { CacheReader } from "@capstan/operator";

/** A Cluster that is followed; one that takes its name later is another. */
export interface FollowedCluster {
  readonly key: ObjectKey;
  /** The key and the uid. */
  readonly identity: string;
  /** The Cluster as it is now, the same copy until it changes. Do not change it. */
  readonly current: () => Cluster | undefined;
  /** Aborts when the Cluster is deleted, and with the whole. */
  readonly signal: AbortSignal;
}

/** What runs for one Cluster. */
export interface ClusterRun {
  /** Resolves after the first attempt. */
  readonly tried: Promise<void>;
  /** Resolves at the end; never rejects. */
  readonly ended: Promise<void>;
}

/** What Clusters are followed with. */
export interface FollowOptions {
  readonly cache: CacheReader;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How often Clusters are looked for, how many new ones are connected to at once, with how many of these left further ones come, and how long they wait for those that do not answer. */
const sweep = { everyMs: 2000, most: 20, next: 10 } as const;

/** Starts something for each Cluster, until the signal aborts and all of it has ended. */
export async function followClusters(
  { cache, clock, signal }: FollowOptions,
  start: (cluster: FollowedCluster) => ClusterRun,
): Promise<void> {
  // Not by `AbortSignal.any`: Node looks through all signals of a source when one of them is collected.
  const running = new Map<string, AbortController>();
  const endAll = (): void => running.forEach((stop) => stop.abort(signal.reason));
  signal.addEventListener("abort", endAll, { once: true });
  const runs = new Set<Promise<void>>();
  const sight = new Sight();
  let trying = new Trying();
  while (!signal.aborted) {
    const clusters = sight.look(cache.each(Cluster));
    if (clusters !== undefined) {
      for (const [identity, stop] of running) {
        if (clusters.has(identity)) continue;
        stop.abort(new Error("the Cluster was deleted"));
        running.delete(identity);
      }
      const found = [...clusters].filter(([identity, { key }]) => !running.has(identity) && isReachable(cache, key));
      const added = found.slice(0, sweep.most - trying.size);
      for (const [identity, { key, uid }] of added) {
        const stop = new AbortController();
        running.set(identity, stop);
        const current = currentOf(cache, { key, uid });
        const { ended, tried } = start({ key, identity, current, signal: stop.signal });
        const run = ended.finally(() => runs.delete(run));
        runs.add(run);
        trying.add(tried);
      }
      if (found.length > added.length) sight.isLeft = true;
    }
    // With further ones to connect to, those that answer delay them by no more than they take.
    const more = sight.isLeft ? trying.until(sweep.next) : undefined;
    if (!(await sleepUntil(more, clock, signal))) trying = new Trying();
  }
  await Promise.all(runs);
}

/** The Clusters that were looked through last. A cache has another object for each change, so as long as it has the same ones, there is nothing to find. */
class Sight {
  #seen: readonly Identified[] = [];
  /** Whether some were found that nothing was started for. */
  isLeft = false;

  /** The place of each by its identity; undefined if all are as they were and none was left. */
  look(all: Iterable<Identified>): ReadonlyMap<string, Place> | undefined {
    const clusters = Array.from(all);
    const isSame = clusters.length === this.#seen.length && clusters.every((one, index) => one === this.#seen[index]);
    if (isSame && !this.isLeft) return undefined;
    this.#seen = clusters;
    this.isLeft = false;
    return new Map(clusters.map((cluster) => [clusterIdentity(cluster), placeOf(cluster)]));
  }
}

/** What tells a Cluster from others. */
interface Identified {
  readonly metadata: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
}

interface Place {
  readonly key: ObjectKey;
  readonly uid: string | undefined;
}

/** Reads one Cluster. It is read for each object of its workload cluster, and may be large, so it is copied once for each change. */
function currentOf(cache: CacheReader, { key, uid }: Place): () => Cluster | undefined {
  let copied: { readonly from: unknown; readonly cluster: Cluster | undefined } | undefined;
  return () => {
    const from = cache.view(Cluster, key);
    if (from?.metadata.uid !== uid) return (copied = undefined);
    if (copied?.from !== from) copied = { from, cluster: cache.get(Cluster, key) };
    return copied?.cluster;
  };
}

function placeOf(cluster: Identified): Place {
  return { key: keyOf(cluster), uid: cluster.metadata.uid };
}

/** By uid too: a Cluster that took the name of another has another server. */
export function clusterIdentity(cluster: Identified): string {
  return `${formatKey(keyOf(cluster))}/${cluster.metadata.uid ?? ""}`;
}

/** Waits for the next look at the Clusters, or until something has happened before; returns whether it has. */
async function sleepUntil(earlier: Promise<void> | undefined, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (earlier === undefined) return sleep(clock, sweep.everyMs, signal).then(() => false);
  const woken = new AbortController();
  const wake = (): void => woken.abort();
  signal.addEventListener("abort", wake, { once: true });
  const rest = sleep(clock, sweep.everyMs, woken.signal).then(() => false);
  const isEarlier = await Promise.race([rest, earlier.then(() => true)]);
  signal.removeEventListener("abort", wake);
  woken.abort();
  return isEarlier;
}

/** First attempts that have not ended. */
class Trying {
  #size = 0;
  #waiting: { readonly most: number; readonly resolve: () => void } | undefined;

  get size(): number {
    return this.#size;
  }

  add(tried: Promise<void>): void {
    this.#size += 1;
    void tried.then(() => {
      this.#size -= 1;
      if (this.#waiting !== undefined && this.#size <= this.#waiting.most) this.#waiting.resolve();
    });
  }

  /** Resolves when no more than so many are left. One waits at a time. */
  until(most: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { most, resolve };
      if (this.#size <= most) resolve();
    });
  }
}

/**
 * Before its control plane is initialized nothing answers. Cluster API has the field for Clusters with a control plane object, and only the condition for those whose control plane are Machines of their own, which it sets when
 * the first one has a Node.
 */
function isReachable(cache: CacheReader, at: ObjectKey): boolean {
  const { initialization, conditions } = cache.view(Cluster, at)?.status ?? {};
  return (
    initialization?.controlPlaneInitialized === true ||
    conditions?.some(({ type, status }) => type === "ControlPlaneInitialized" && status === "True") === true
  );
}
