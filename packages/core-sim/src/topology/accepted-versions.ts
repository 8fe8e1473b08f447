// The versions of topologies as core's webhook would have left them: of a change that it rejects, the Cluster keeps the one before, and a new Cluster is not stored.
import type { Cluster } from "@capstan/api/core/v1beta2";

/** Remembers of each Cluster what was accepted last. */
export class AcceptedVersions {
  /** By the UIDs of the Clusters; undefined for those that would not be stored. */
  readonly #known = new Map<string, string | undefined>();

  /** The version that was accepted last; undefined where none is known. */
  get({ metadata: { uid = "" } }: Cluster): string | undefined {
    return this.#known.get(uid);
  }

  /** This one is accepted; without a version, the Cluster would not be stored. */
  set({ metadata: { uid = "" } }: Cluster, version: string | undefined): void {
    this.#known.set(uid, version);
  }

  forget({ metadata: { uid = "" } }: Cluster): void {
    this.#known.delete(uid);
  }

  /** The Cluster as it would be stored; undefined where it would not. One that was not looked at yet is as it is. */
  stored(cluster: Cluster): Cluster | undefined {
    const { topology } = cluster.spec;
    const { uid = "" } = cluster.metadata;
    if (topology === undefined || !this.#known.has(uid)) return cluster;
    const version = this.#known.get(uid);
    if (version === undefined) return undefined;
    return { ...cluster, spec: { ...cluster.spec, topology: { ...topology, version } } };
  }
}
