// Which object is selected after the one that a person chose does not exist any more: one near it, since the next key may delete what is selected.
import type { TreeNode } from "../../tree/tree-node.ts";
import { objectId } from "../timeline/timeline-change.ts";

/** The id of the object that a node shows. */
export function nodeId({ apiVersion, kind, namespace, name }: TreeNode): string {
  return objectId({ apiVersion, kind, key: { namespace, name } });
}

/** The ids of that object and of those that it stands for. */
export function nodeIds(node: TreeNode): readonly string[] {
  const { equal = [] } = node;
  return [nodeId(node), ...equal.map((name) => nodeId({ ...node, name }))];
}

/** A node and all below it. */
export function nodesOf(node: TreeNode): readonly TreeNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

/**
 * The ids of what to select in place of an object, the nearest first: the objects after it with the same owner, those before it, the owner, and so on for the owner.
 * Undefined for an object that is in none of these trees.
 */
export function standIns(trees: readonly TreeNode[], id: string): readonly string[] | undefined {
  for (const [at, node] of trees.entries()) {
    const own = nodeIds(node);
    const below = own.includes(id) ? [] : standIns(node.children, id);
    if (below === undefined) continue;
    const beside = [...trees.slice(at + 1), ...trees.slice(0, at).toReversed()];
    return [...below, ...own, ...beside.flatMap(nodeIds)];
  }
  return undefined;
}
