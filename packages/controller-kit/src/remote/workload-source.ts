// What happens in all workload clusters, as sources of keys of one controller: changes of a kind, and connections that come and are lost.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { type Client, type Clock, sleep, systemClock } from "@capstan/client";
import { formatKey, type ObjectKey, type Resource } from "@capstan/kube";
import { type CacheReader, channel, type KeySource, type SourceContext } from "@capstan/operator";
import type { Watch } from "../authoring/watch.ts";
import type {
  WorkloadConnection,
  WorkloadContext,
  WorkloadSource,
  WorkloadWatch,
} from "../authoring/workload-watch.ts";
import { objectsOfCluster } from "../roles/core-watches.ts";
import { mapReader } from "../workflow/declared-reader.ts";
import type { ClusterHealth, HealthChange } from "./cluster-health.ts";
import { ClusterWatch, mostMapTries } from "./cluster-watch.ts";
import { followClusters } from "./follow-clusters.ts";
import type { KeptStore } from "./kept-parts.ts";
import { leftOutLog, withinLimit } from "./map-limit.ts";
import type { RemoteClusters } from "./remote-clusters.ts";
import { backoffMs } from "./watch-waits.ts";
import { fixedMessage, rawMessage } from "./workload-problems.ts";

/** What a source works with. */
export interface WorkloadSourceDeps {
  readonly resource: Resource;
  /** What the controller declares: where the author's functions read. */
  readonly watches: readonly Watch[];
  readonly cache: CacheReader;
  readonly client: Client;
  readonly remote: Pick<RemoteClusters, "connect">;
  readonly health: Pick<ClusterHealth, "follow">;
  readonly kept: KeptStore;
  readonly namespaces?: readonly string[] | undefined;
  readonly clock?: Clock;
}

/** How many keys wait: more than a controller has objects. */
const mostKeys = 100_000;

/** A source of one controller. */
export function workloadSource(source: WorkloadSource, deps: WorkloadSourceDeps): KeySource {
  return "resource" in source
    ? pushed(`workload ${source.resource.kind}`, (follow) => followKind(source, deps, follow))
    : pushed("workload connection", (follow) => followConnection(source, deps, follow));
}

interface Follow {
  readonly context: SourceContext;
  readonly push: (keys: readonly ObjectKey[]) => void;
}

/** A source of the keys that a function pushes until the signal aborts. It fails when the function does, and is opened again by its controller. */
function pushed(name: string, run: (follow: Follow) => Promise<void>): KeySource {
  const keys = channel(name, { limit: mostKeys });
  return {
    name,
    async *open(context) {
      const push = (found: readonly ObjectKey[]): void => {
        // One by one: so many arguments as there may be keys are too many for a call.
        const dropped = found.filter((key) => !keys.push(key));
        if (dropped.length > 0) context.log.warn("Too many keys wait, some were dropped", { most: mostKeys });
      };
      // What the function has started ends with it: the next one starts it again.
      const over = new AbortController();
      const signal = AbortSignal.any([context.signal, over.signal]);
      const followed = run({ context: { ...context, signal }, push });
      followed.catch((error: unknown) => over.abort(error));
      try {
        yield* keys.open({ ...context, signal });
        await followed;
      } finally {
        over.abort(new Error("the source has ended"));
      }
    },
  };
}

async function followKind(watch: WorkloadWatch, deps: WorkloadSourceDeps, { context, push }: Follow): Promise<void> {
  const { cache, clock = systemClock, remote, resource } = deps;
  await followClusters({ cache, clock, signal: context.signal }, ({ key, identity, current, signal }) => {
    const log = context.log.child({ cluster: formatKey(key) });
    const objectsOf = (cluster: Cluster): readonly ObjectKey[] => objectsOfCluster(cache, resource, cluster);
    const watching = new ClusterWatch({
      watch,
      remote,
      clock,
      log,
      push,
      clusterOf: current,
      kept: deps.kept.begin(watch, identity, signal),
      objectsOf,
      listed: (cluster) => push(objectsOf(cluster)),
      context: contextOf(deps, { signal, log }),
    });
    return { tried: watching.tried, ended: watching.run(signal) };
  });
}

async function followConnection(
  { toKeys }: WorkloadConnection,
  deps: WorkloadSourceDeps,
  { context, push }: Follow,
): Promise<void> {
  const { clock = systemClock } = deps;
  const { log, signal } = context;
  const limits = { clock, signal, onLeftOut: leftOutLog(log, {}) };
  const keysOf = async (cluster: Cluster): Promise<readonly ObjectKey[]> =>
    toKeys === undefined
      ? objectsOfCluster(deps.cache, deps.resource, cluster)
      : withinLimit((own) => toKeys({ ...contextOf(deps, { signal: own, log }), cluster }), limits);
  const pushAll = async ({ cluster }: HealthChange): Promise<void> => {
    for (let tries = 1; tries <= mostMapTries && !signal.aborted; tries += 1) {
      try {
        return push(await keysOf(cluster));
      } catch (error) {
        if (signal.aborted) return;
        log.error("Workload map failed", { error: fixedMessage(error, rawMessage(error)), failures: tries });
      }
      await sleep(clock, backoffMs(clock, tries), signal);
    }
  };
  await deps.health.follow((change) => void pushAll(change), signal);
}

function contextOf(
  { watches, resource, ...deps }: WorkloadSourceDeps,
  { signal, log }: Pick<WorkloadContext, "signal" | "log">,
): Omit<WorkloadContext, "cluster"> {
  return { resource, client: mapReader(watches, deps), signal, log };
}
