// Keeps all objects of one kind in memory by list and watch, and restarts after errors. It has no index and no resync: the kinds
// here have few objects.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@capstan/client";
import { formatKey, type KubeObject, keyOf, type Resource } from "@capstan/kube";

/** The objects of one kind, as of the last event. */
export interface Mirror<T extends KubeObject> {
  /** All objects. */
  list(): T[];
  /** Resolves when the first list has arrived. */
  readonly synced: Promise<void>;
}

/** The settings of a mirror. */
export interface MirrorOptions<T extends KubeObject> {
  readonly client: Client;
  readonly resource: Resource<T>;
  readonly signal: AbortSignal;
}

/** The delay before a retry. */
const retryMs = 500;

/** Starts mirroring a kind. */
export function mirror<T extends KubeObject>(options: MirrorOptions<T>): Mirror<T> {
  const objects = new Map<string, T>();
  const synced = new Promise<void>((resolve) => {
    void follow(options, objects, resolve);
  });
  return { list: () => [...objects.values()], synced };
}

async function follow<T extends KubeObject>(
  options: MirrorOptions<T>,
  objects: Map<string, T>,
  synced: () => void,
): Promise<void> {
  while (!options.signal.aborted) {
    try {
      await listAndWatch(options, objects, synced);
    } catch {
      // Expired versions, lost connections and stopped servers are handled alike: list again.
    }
    await sleep(retryMs, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function listAndWatch<T extends KubeObject>(
  { client, resource, signal }: MirrorOptions<T>,
  objects: Map<string, T>,
  synced: () => void,
): Promise<void> {
  const list = await client.list(resource, { signal });
  objects.clear();
  for (const object of list.items) objects.set(formatKey(keyOf(object)), object);
  synced();
  const { resourceVersion } = list.metadata;
  for await (const event of client.watch(resource, {
    signal,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  })) {
    if (event.type === "DELETED") objects.delete(formatKey(keyOf(event.object)));
    else if (event.type !== "BOOKMARK") objects.set(formatKey(keyOf(event.object)), event.object);
  }
}
