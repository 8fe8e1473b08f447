// The ClusterClasses as core's webhook would have left them: one that it rejects is not there, or as it was before a change.
import { Cluster, ClusterClass } from "@capstan/api/core/v1beta2";
import { deepEqual, formatKey, keyOf, type ObjectKey } from "@capstan/kube";
import type { StepLists } from "../step-lists.ts";
import { AcceptedVersions } from "../topology/accepted-versions.ts";
import { rejectedClass } from "./rejected-class.ts";

/** A class as the webhook would have left it. */
export interface AcceptedClass {
  /** Undefined where it was not accepted yet. */
  readonly clusterClass: ClusterClass | undefined;
  /** Why the webhook would have rejected what is stored; undefined where it would not. */
  readonly rejection?: string | undefined;
}

/** A class as it was read last, and what was accepted of it. */
interface KnownClass {
  readonly uid: string | undefined;
  readonly stored: ClusterClass;
  readonly accepted: AcceptedClass;
  /** What it was compared with. */
  readonly users: string;
}

/** Remembers of each class what was accepted last. */
export class AcceptedClasses {
  /** The versions of the Clusters: those that a changed class is compared with. */
  readonly versions: AcceptedVersions = new AcceptedVersions();
  /** By namespaces and names. */
  readonly #known = new Map<string, KnownClass>();

  /** The class of a Cluster; undefined where there is none. */
  async find(cluster: Cluster, lists: StepLists): Promise<AcceptedClass | undefined> {
    const key = classKeyOf(cluster);
    const stored = key && (await lists.find(ClusterClass, key));
    if (stored === undefined) return undefined;
    const users = async (): Promise<readonly Cluster[]> =>
      (await lists.list(Cluster))
        .filter((each) => deepEqual(classKeyOf(each), key))
        .flatMap((each) => this.versions.stored(each) ?? []);
    return this.#accept(stored, users);
  }

  /** The Clusters that use the class are read when it has changed. */
  async #accept(stored: ClusterClass, clusters: () => Promise<readonly Cluster[]>): Promise<AcceptedClass> {
    const name = formatKey(keyOf(stored));
    const { uid, resourceVersion } = stored.metadata;
    const last = this.#known.get(name);
    const known = last?.uid === uid ? last : undefined;
    const before = known?.accepted.clusterClass;
    const isSame = known?.stored.metadata.resourceVersion === resourceVersion;
    // What Clusters use may have changed since.
    const isFinal = known?.accepted.rejection === undefined || before === undefined;
    if (known !== undefined && isSame && isFinal) return known.accepted;
    const isChanged = before !== undefined && !deepEqual(before.spec, stored.spec);
    const compared = isChanged ? { before, clusters: await clusters() } : undefined;
    const users = usersOf(compared?.clusters ?? []);
    if (known !== undefined && isSame && known.users === users) return known.accepted;
    const isKept = before !== undefined && !isChanged;
    const rejection = isKept ? undefined : rejectedClass(stored, compared);
    const clusterClass = rejection === undefined ? stored : before && { ...stored, spec: before.spec };
    const accepted = { clusterClass, rejection };
    this.#known.set(name, { uid, stored, accepted, users });
    return accepted;
  }
}

/** The same while the specs of these Clusters are, and their versions in force. */
function usersOf(clusters: readonly Cluster[]): string {
  const parts = clusters.map(({ metadata: { uid, generation, resourceVersion }, spec }) => [
    uid,
    generation ?? resourceVersion,
    spec.topology?.version,
  ]);
  return JSON.stringify(parts);
}

function classKeyOf(cluster: Cluster): ObjectKey | undefined {
  const { classRef } = cluster.spec.topology ?? {};
  return classRef && { namespace: classRef.namespace ?? keyOf(cluster).namespace, name: classRef.name };
}
