// Remembers the masks of the secrets that requests had: a later patch of the class is sent what an earlier one has made of a secret, and not always the variable itself.
import type { RecordedCluster } from "./tape.ts";

/** Masks by the secret strings that they are in place of. */
export type Masks = ReadonlyMap<string, string>;

/** So many Clusters are remembered. */
const mostClusters = 1000;
/** So many secrets of each at least: a secret may change while it is recorded. */
const leastSecrets = 50;
/** And those of so many requests as large as its largest one: the patches of a class may have secrets of their own. */
const requestsKept = 4;

interface MasksOfCluster {
  readonly masks: Map<string, string>;
  /** How many the request had that had most. */
  largest: number;
}

/** Masks of each Cluster. */
export class KnownMasks {
  readonly #clusters = new Map<string, MasksOfCluster>();

  /** Adds those of a request, and returns all that the Cluster has. */
  add(cluster: RecordedCluster | undefined, masks: Masks): Masks {
    if (cluster === undefined) return masks;
    const key = JSON.stringify([cluster.namespace, cluster.name, cluster.uid]);
    const known = this.#clusters.get(key) ?? { masks: new Map<string, string>(), largest: 0 };
    if (masks.size === 0) return known.masks;
    // What was used last comes last.
    this.#clusters.delete(key);
    this.#clusters.set(key, known);
    for (const [secret, mask] of masks) {
      known.masks.delete(secret);
      known.masks.set(secret, mask);
    }
    known.largest = Math.max(known.largest, masks.size);
    dropFirst(known.masks, Math.max(leastSecrets, requestsKept * known.largest));
    dropFirst(this.#clusters, mostClusters);
    return known.masks;
  }
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
