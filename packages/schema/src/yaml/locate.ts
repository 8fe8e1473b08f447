// Finds the position of a field in a parser's syntax tree, through aliases and merge keys.
import type { JsonPath } from "@capstan/kube";
import { isAlias, isMap, isNode, isScalar, isSeq, visit, type Node, type YAMLMap } from "yaml";
import { numberKey } from "./number-key.ts";

/** The offset of a field's key or of an item, or of the nearest ancestor in the source. */
export function locate(root: Node | null, path: JsonPath): number {
  let node: unknown = root;
  let offset = offsetOf(root) ?? 0;
  for (const step of path) {
    node = isAlias(node) ? anchored(root, node.source) : node;
    const next = isMap(node)
      ? field(node, String(step), root)
      : isSeq(node)
        ? item(node.items[Number(step)])
        : undefined;
    if (next === undefined) return offset;
    offset = next.offset ?? offset;
    node = next.node;
  }
  return offset;
}

interface Found {
  readonly node: unknown;
  readonly offset: number | undefined;
}

function item(node: unknown): Found | undefined {
  return node === undefined ? undefined : { node, offset: offsetOf(node) };
}

function field(map: YAMLMap, name: string, root: Node | null): Found | undefined {
  for (const { key, value } of map.items) {
    if (isScalar(key) && (numberKey(key) ?? String(key.value)) === name) return { node: value, offset: offsetOf(key) };
  }
  for (const { key, value } of map.items) {
    if (!isScalar(key) || key.value !== "<<") continue;
    const merged = isAlias(value) ? anchored(root, value.source) : value;
    const found = isMap(merged) ? field(merged, name, root) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function anchored(root: Node | null, name: string): unknown {
  let found: unknown;
  if (root !== null) {
    visit(root, {
      Value: (_, node) => {
        if (node.anchor === name) found = node;
      },
    });
  }
  return found;
}

/** The offset of a node in its source. */
export function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
