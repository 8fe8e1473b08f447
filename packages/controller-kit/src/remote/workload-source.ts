// The watches of one kind in all workload clusters, as a source of keys of one controller: Clusters that come, and those that are deleted.
import { Cluster } from "@capstan/api/core/v1beta2";
import { type Client, type Clock, sleep, systemClock } from "@capstan/client";
import { formatKey, keyOf, type ObjectKey, type Resource } from "@capstan/kube";
import { type CacheReader, channel, type KeySource, type SourceContext } from "@capstan/operator";
import type { WorkloadWatch } from "../authoring/workload-watch.ts";
import { cacheFirst } from "../workflow/reader.ts";
import { ClusterWatch } from "./cluster-watch.ts";
import type { RemoteClusters } from "./remote-clusters.ts";

/** What a source works with. */
export interface WorkloadSourceDeps {
  readonly resource: Resource;
  readonly cache: CacheReader;
  readonly client: Client;
  readonly remote: Pick<RemoteClusters, "connect">;
  readonly namespaces?: readonly string[] | undefined;
  readonly clock?: Clock;
}

/** How often Clusters are looked for, how many new ones are connected to at once, and how long further ones wait for those that do not answer. */
const sweep = { everyMs: 2000, most: 20 } as const;
/** How many keys wait: more than a controller has objects. */
const mostKeys = 100_000;

/** Watches a kind in all workload clusters, for one controller. */
export function workloadSource(watch: WorkloadWatch, deps: WorkloadSourceDeps): KeySource {
  const name = `workload ${watch.resource.kind}`;
  const keys = channel(name, { limit: mostKeys });
  return {
    name,
    async *open(context) {
      const push = (found: readonly ObjectKey[]): void => {
        if (!keys.push(...found)) context.log.warn("Too many keys wait, some were dropped", { most: mostKeys });
      };
      const watched = followClusters(watch, deps, { context, push });
      yield* keys.open(context);
      await watched;
    },
  };
}

/** A Cluster, which another of its name is not. */
interface ClusterPlace {
  readonly key: ObjectKey;
  readonly uid: string | undefined;
}

/** What tells a Cluster from others. */
interface Identified {
  readonly metadata: { readonly namespace?: string; readonly name?: string; readonly uid?: string };
}

function placeOf(cluster: Identified): ClusterPlace {
  return { key: keyOf(cluster), uid: cluster.metadata.uid };
}

/** By uid too: a Cluster that took the name of another has another server. */
function identityOf(cluster: Identified): string {
  return `${formatKey(keyOf(cluster))}/${cluster.metadata.uid ?? ""}`;
}

interface Follow {
  readonly context: SourceContext;
  readonly push: (keys: readonly ObjectKey[]) => void;
}

async function followClusters(watch: WorkloadWatch, deps: WorkloadSourceDeps, follow: Follow): Promise<void> {
  const { cache, clock = systemClock } = deps;
  const { signal } = follow.context;
  const running = new Map<string, AbortController>();
  const ended: Promise<void>[] = [];
  while (!signal.aborted) {
    const clusters = new Map(Array.from(cache.each(Cluster), (cluster) => [identityOf(cluster), placeOf(cluster)]));
    for (const [key, stop] of running) {
      if (clusters.has(key)) continue;
      stop.abort(new Error("the Cluster was deleted"));
      running.delete(key);
    }
    const found = [...clusters].filter(([key, at]) => !running.has(key) && isReachable(cache, at.key));
    const added = found.slice(0, sweep.most).map(([key, at]) => {
      const stop = new AbortController();
      running.set(key, stop);
      const stopped = AbortSignal.any([signal, stop.signal]);
      const watching = watchOf(watch, { ...deps, clock }, { ...follow, at, stop: stopped });
      ended.push(watching.run(stopped));
      return watching.tried;
    });
    // With further ones to connect to, those that answer delay them by no more than they take.
    await sleepUntil(found.length > added.length ? Promise.all(added) : undefined, clock, signal);
  }
  await Promise.all(ended);
}

/** Waits for the next look at the Clusters, or until something has happened before. */
async function sleepUntil(earlier: Promise<unknown> | undefined, clock: Clock, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const rest = sleep(clock, sweep.everyMs, AbortSignal.any([signal, woken.signal]));
  await (earlier === undefined ? rest : Promise.race([rest, earlier]));
  woken.abort();
}

/** Upstream's rule: before its control plane is initialized nothing answers. */
function isReachable(cache: CacheReader, at: ObjectKey): boolean {
  return cache.view(Cluster, at)?.status?.initialization?.controlPlaneInitialized === true;
}

function watchOf(
  watch: WorkloadWatch,
  { cache, client, clock, namespaces, remote, resource }: WorkloadSourceDeps & { readonly clock: Clock },
  { context, push, at, stop }: Follow & { readonly at: ClusterPlace; readonly stop: AbortSignal },
): ClusterWatch {
  const log = context.log.child({ cluster: formatKey(at.key) });
  return new ClusterWatch({
    watch,
    remote,
    clock,
    log,
    push,
    clusterOf: () => {
      const found = cache.get(Cluster, at.key);
      return found?.metadata.uid === at.uid ? found : undefined;
    },
    context: { resource, client: cacheFirst(cache, client, namespaces), signal: stop, log },
  });
}
