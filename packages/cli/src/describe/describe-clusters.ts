// One description of the clusters of a server: what is read becomes problems and trees.
import type { Client } from "@capstan/client";
import { coreGroup, playedByLabel } from "@capstan/contract";
import { didYouMean, errorOf, formatKey, keyOf, type KubeObject, nearestOf } from "@capstan/kube";
import { type DescribedProblem, describedProblems } from "../tree/described-problems.ts";
import { groupKindOf, ObjectSet } from "../tree/object-set.ts";
import { objectTrees } from "../tree/object-tree.ts";
import { type OwnedObject, ownedObjects } from "../tree/ownership.ts";
import { objectProblems } from "../tree/problem-table.ts";
import type { TreeNode } from "../tree/tree-node.ts";
import type { UnreadKind } from "./discovered-kinds.ts";
import { readObjects, type ReadScope } from "./read-objects.ts";

/** What is described, and how. */
export interface ClusterSelection extends ReadScope {
  /** One Cluster. Absent: all. */
  readonly cluster?: string;
  /** Whether templates and Secrets are shown, too. */
  readonly everything?: boolean;
  /** Whether each object is a node of its own, however many are equal. */
  readonly isWhole?: boolean;
}

/** The state of clusters at one moment. */
export interface ClusterDescription {
  /** Whether it is of all namespaces. */
  readonly namespaces: boolean;
  readonly problems: readonly DescribedProblem[];
  readonly trees: readonly TreeNode[];
  readonly unread: readonly UnreadKind[];
}

/** Reads and describes. Rejects with `describe/no-cluster` when the named Cluster does not exist. */
export async function describeClusters(
  client: Client,
  { cluster, everything = false, isWhole = false, ...scope }: ClusterSelection,
  now: Date,
): Promise<ClusterDescription> {
  const { unread, ...input } = await readObjects(client, scope);
  const set = new ObjectSet(input);
  const all = ownedObjects(set);
  const chosen = cluster === undefined ? all : clusterNamed(cluster, all, scope);
  const namespaces = scope.namespace === undefined;
  return {
    namespaces,
    problems: describedProblems(chosen, { set, now, namespaces }),
    trees: objectTrees(chosen, { everything, isPlayed: isSimulated, ...(isWhole && { groupFrom: 0 }) }),
    unread,
  };
}

/** Whether a simulation made the object. */
export function isSimulated({ metadata }: KubeObject): boolean {
  return Object.hasOwn(metadata.labels ?? {}, playedByLabel);
}

function clusterNamed(name: string, all: readonly OwnedObject[], scope: ReadScope): readonly OwnedObject[] {
  const clusters = all.filter(({ object }) => groupKindOf(object) === `Cluster.${coreGroup}`);
  const found = clusters.filter(({ object }) => keyOf(object).name === name);
  if (found.length > 0) return found;
  const known = clusters.map(({ object }) => formatKey(keyOf(object)));
  const key = formatKey({ namespace: scope.namespace ?? "", name });
  const near = nearestOf(key, known);
  const suggestion = near === undefined ? "" : didYouMean(near);
  const advice =
    known.length === 0
      ? "look in another namespace with --namespace, or in all of them with --all"
      : `name one of these: ${known.slice(0, 10).join(", ")}`;
  throw errorOf(objectProblems, "describe/no-cluster", { values: { key, suggestion, advice } });
}
