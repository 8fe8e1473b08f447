// JSON Patch (RFC 6902) on trees, for the comparison alone. Undefined where the RFC rejects the patch.
import { canonical, copyTree, type Tree } from "./tree.ts";

/** One operation, as it is sent. */
export interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

interface Box {
  tree: Tree;
}

/** Applies all operations, or none. */
export function patchedTree(document: Tree, operations: readonly (readonly [Operation, Tree])[]): Tree | undefined {
  const box: Box = { tree: copyTree(document) };
  for (const [operation, value] of operations) if (!applied(box, operation, value)) return undefined;
  return box.tree;
}

function applied(box: Box, { op, path, from = "" }: Operation, value: Tree): boolean {
  const there = get(box, path);
  if (op === "add") return add(box, path, copyTree(value));
  if (op === "remove") return remove(box, path);
  if (op === "replace") return there !== undefined && remove(box, path) && add(box, path, copyTree(value));
  if (op === "test") return there !== undefined && canonical(there) === canonical(value);
  const source = get(box, from);
  if (source === undefined) return false;
  if (op === "copy") return add(box, path, copyTree(source));
  // Into itself, which the RFC forbids.
  if (path.startsWith(`${from}/`)) return false;
  if (path === from) return true;
  return remove(box, from) && add(box, path, source);
}

function steps(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function child(tree: Tree | undefined, step: string): Tree | undefined {
  if (tree instanceof Map) return tree.get(step);
  return Array.isArray(tree) && /^(?:0|[1-9]\d*)$/.test(step) ? tree[Number(step)] : undefined;
}

function get({ tree }: Box, path: string): Tree | undefined {
  let here: Tree | undefined = tree;
  for (const step of steps(path)) here = child(here, step);
  return here;
}

function parent(box: Box, path: string): { readonly holder: Tree | undefined; readonly last: string } {
  const all = steps(path);
  let holder: Tree | undefined = box.tree;
  for (const step of all.slice(0, -1)) holder = child(holder, step);
  return { holder, last: all.at(-1) ?? "" };
}

function add(box: Box, path: string, value: Tree): boolean {
  const { holder, last } = parent(box, path);
  if (holder instanceof Map) return holder.set(last, value).size > 0;
  if (!Array.isArray(holder)) return false;
  const index = last === "-" ? holder.length : /^(?:0|[1-9]\d*)$/.test(last) ? Number(last) : -1;
  if (index < 0 || index > holder.length) return false;
  holder.splice(index, 0, value);
  return true;
}

function remove(box: Box, path: string): boolean {
  const { holder, last } = parent(box, path);
  if (child(holder, last) === undefined) return false;
  if (holder instanceof Map) return holder.delete(last);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  return true;
}
