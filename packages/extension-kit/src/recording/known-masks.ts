// Remembers the masks of the secrets that requests had: a later patch of the class is sent what an earlier one has made of a secret, and not always the variable itself.
import type { RecordedCluster } from "./tape.ts";

/** Masks by the secret strings that they are in place of. */
export type Masks = ReadonlyMap<string, string>;

/** So many Clusters are remembered. */
const mostClusters = 1000;
/** So many secrets of each: a secret may change while it is recorded. */
const mostSecrets = 50;

/** Masks of each Cluster. */
export class KnownMasks {
  readonly #clusters = new Map<string, Map<string, string>>();

  /** Adds those of a request, and returns all that the Cluster has. */
  add(cluster: RecordedCluster | undefined, masks: Masks): Masks {
    if (cluster === undefined) return masks;
    const key = JSON.stringify([cluster.namespace, cluster.name, cluster.uid]);
    const known = this.#clusters.get(key) ?? new Map<string, string>();
    if (masks.size === 0) return known;
    // What was used last comes last.
    this.#clusters.delete(key);
    this.#clusters.set(key, known);
    for (const [secret, mask] of masks) {
      known.delete(secret);
      known.set(secret, mask);
    }
    dropFirst(known, mostSecrets);
    dropFirst(this.#clusters, mostClusters);
    return known;
  }
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
