// Who owns whom: the rows of one moment as roots with their children, in the order in which people look for them.
import type { ObjectRow, RowState } from "../../src/console/wire.ts";

/** The rows by their owners. */
export interface Ownership {
  /** Clusters first, then other objects without an owner that exists. */
  readonly roots: readonly ObjectRow[];
  readonly childrenOf: (row: ObjectRow) => readonly ObjectRow[];
}

/** Kinds that are not objects of an author: they are shown last. */
const systemKinds = new Set([
  "Namespace",
  "CustomResourceDefinition",
  "Lease",
  "ServiceAccount",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
]);

/** Whether an object belongs to the machinery of the cluster. */
export function isSystem({ kind }: ObjectRow): boolean {
  return systemKinds.has(kind);
}

/** Whether an object is a cluster of Cluster API. */
export function isCluster({ kind, group }: ObjectRow): boolean {
  return kind === "Cluster" && group === "cluster.x-k8s.io";
}

/** Finds roots and children. Events are about objects: they are shown there, not here. */
export function ownershipOf(rows: Iterable<ObjectRow>): Ownership {
  const byUid = new Map<string, ObjectRow>();
  const shown: ObjectRow[] = [];
  for (const row of rows) {
    if (row.kind === "Event") continue;
    shown.push(row);
    if (row.uid !== "") byUid.set(row.uid, row);
  }
  const children = new Map<string, ObjectRow[]>();
  const roots: ObjectRow[] = [];
  for (const row of shown) {
    const owner = row.owner === row.uid ? undefined : byUid.get(row.owner);
    if (owner === undefined) roots.push(row);
    else add(children, owner.uid, row);
  }
  for (const list of children.values()) list.sort(byName);
  return { roots: roots.sort(byRank), childrenOf: (row) => children.get(row.uid) ?? [] };
}

function add(lists: Map<string, ObjectRow[]>, key: string, row: ObjectRow): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}

/** By what people look for first, then by name. */
function byRank(a: ObjectRow, b: ObjectRow): number {
  return rankOf(a) - rankOf(b) || byName(a, b);
}

function rankOf(row: ObjectRow): number {
  if (isCluster(row)) return 0;
  if (isSystem(row)) return 3;
  return row.group.includes(".") ? 1 : 2;
}

/** Kinds of a cluster in the order of its making. */
const kindOrder = ["ControlPlane", "Cluster", "MachineDeployment", "MachineSet", "MachinePool", "Machine"];

function kindRank(kind: string): number {
  const at = kindOrder.findIndex((part) => kind.endsWith(part));
  return at === -1 ? kindOrder.length : at;
}

function byName(a: ObjectRow, b: ObjectRow): number {
  return (
    kindRank(a.kind) - kindRank(b.kind) ||
    compare(a.kind, b.kind) ||
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** How many rows have each state. */
export type StateCounts = Readonly<Record<RowState, number>>;

/** Counts states. */
export function countStates(rows: Iterable<ObjectRow>): StateCounts {
  const counts = { ready: 0, busy: 0, failed: 0, deleting: 0, plain: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
