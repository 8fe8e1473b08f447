// Feeds a time line from a real cluster, with a list and a watch for each kind. The embedded server is followed without watches.
import { isExpired, type Client } from "@capstan/client";
import { formatKey, keyOf, type Resource, type UnstructuredObject } from "@capstan/kube";
import { changeOfWatch, type TimelineChange } from "./timeline-change.ts";

/** What is followed, and who gets the changes. */
export interface KindsToWatch {
  readonly client: Client;
  readonly resources: readonly Resource<UnstructuredObject>[];
  readonly add: (change: TimelineChange) => void;
  /** Ends all watches. */
  readonly signal: AbortSignal;
  /** Called when a kind cannot be followed any more, for example because it is not served. */
  readonly onError: (resource: Resource, error: unknown) => void;
}

/** Follows the kinds until the signal; each begins with its objects as ADDED. What was missed while a watch was away is found by a list. */
export async function watchCluster(watch: KindsToWatch): Promise<void> {
  await Promise.all(
    watch.resources.map(async (resource) => {
      const kind = new WatchedKind(watch, resource);
      try {
        while (!watch.signal.aborted) await kind.listAndWatch();
      } catch (error) {
        if (!watch.signal.aborted) watch.onError(resource, error);
      }
    }),
  );
}

class WatchedKind {
  readonly #watch: KindsToWatch;
  readonly #resource: Resource<UnstructuredObject>;
  readonly #known = new Map<string, UnstructuredObject>();

  constructor(watch: KindsToWatch, resource: Resource<UnstructuredObject>) {
    this.#watch = watch;
    this.#resource = resource;
  }

  /** Ends when the signal ends it, or when the server has forgotten where the watch was. */
  async listAndWatch(): Promise<void> {
    const { client, signal } = this.#watch;
    const { items, metadata } = await client.listAll(this.#resource, { signal });
    const listed = new Set(items.map((object) => formatKey(keyOf(object))));
    for (const [key, object] of this.#known) if (!listed.has(key)) this.#add("DELETED", object);
    for (const object of items) this.#add("ADDED", object);
    const { resourceVersion = "" } = metadata;
    try {
      for await (const event of client.watch(this.#resource, { resourceVersion, signal }))
        if (event.type !== "BOOKMARK") this.#add(event.type, event.object);
    } catch (error) {
      if (!isExpired(error)) throw error;
    }
  }

  #add(type: TimelineChange["type"], object: UnstructuredObject): void {
    const key = formatKey(keyOf(object));
    if (type === "DELETED") this.#known.delete(key);
    else this.#known.set(key, object);
    // Items of a list need not have what each object of the kind has.
    const { apiVersion, kind } = this.#resource;
    const change = changeOfWatch({ type, object: { ...object, apiVersion, kind } });
    if (change !== undefined) this.#watch.add(change);
  }
}
