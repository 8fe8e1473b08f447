// The declared ownership graph: which kinds reach a Cluster through owner references. `clusterctl move` moves only these.
import type { Description, GroupKind, OwnershipEdge } from "@capstan/contract/description";
import { parseApiVersion } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";

/** Labels on a CRD that make clusterctl move each of its objects. */
const moveLabels = ["clusterctl.cluster.x-k8s.io/move-hierarchy", "clusterctl.cluster.x-k8s.io/move"];

/** Roots of core, by group and kind. */
const coreRoots = [
  "Cluster.cluster.x-k8s.io",
  "ClusterClass.cluster.x-k8s.io",
  "ClusterResourceSet.addons.cluster.x-k8s.io",
];
/** Kinds of core that reach a Cluster. */
const coreOwned = ["Machine", "MachineSet", "MachineDeployment", "MachinePool"].map(
  (kind) => `${kind}.cluster.x-k8s.io`,
);

/** The provider's kinds whose objects reach no Cluster through their owners, in the order of the description. */
export function unreachableKinds(
  { kinds, ownership }: Pick<Description, "kinds" | "ownership">,
  crds: readonly CustomResourceDefinition[],
): GroupKind[] {
  const own = uniqueKinds(
    kinds.map(({ apiVersion, kind, role }) => ({ group: parseApiVersion(apiVersion).group, kind, role })),
  );
  // Core owns what it references (contract kinds) and what it clones (templates).
  const byCore = own.filter(({ role }) => role !== "owned").map(nameOf);
  const byLabel = crds
    .filter(({ metadata }) => moveLabels.some((label) => metadata.labels?.[label] !== undefined))
    .map(({ spec }) => `${spec.names.kind}.${spec.group}`);
  const reached = reachFrom([...coreRoots, ...coreOwned, ...byCore, ...byLabel], ownership);
  return own.filter((kind) => !reached.has(nameOf(kind))).map(({ group, kind }) => ({ group, kind }));
}

function reachFrom(roots: readonly string[], edges: readonly OwnershipEdge[]): ReadonlySet<string> {
  const reached = new Set(roots);
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { owner, owned } of edges) if (reached.has(nameOf(owner))) reached.add(nameOf(owned));
  }
  return reached;
}

function uniqueKinds<T extends GroupKind>(kinds: readonly T[]): T[] {
  return kinds.filter((each, i) => kinds.findIndex((other) => nameOf(other) === nameOf(each)) === i);
}

function nameOf({ group, kind }: GroupKind): string {
  return `${kind}.${group}`;
}
