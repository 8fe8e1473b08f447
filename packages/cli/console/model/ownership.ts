// Who owns whom: the rows of one moment as roots with their children, in the order in which people look for them.
import type { ObjectRow, RowState } from "../../src/console/wire.ts";
import { upgradeOf, upgradeWords } from "../../src/tree/upgrade.ts";

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

/** Whether the controller of an object is simulated: its objects have a mark, and those of core are simulated as a whole. */
export function isPlayed({ group, played }: ObjectRow, plays: readonly string[]): boolean {
  return played || (plays.length > 0 && group === "cluster.x-k8s.io");
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
  for (const list of children.values()) list.sort(byKey);
  return { roots: roots.sort(byKey), childrenOf: (row) => children.get(row.uid) ?? [] };
}

function add(lists: Map<string, ObjectRow[]>, key: string, row: ObjectRow): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [row]);
  else list.push(row);
}

/** Kinds of a cluster in the order of its making. */
const kindOrder = ["ControlPlane", "Cluster", "MachineDeployment", "MachineSet", "MachinePool", "Machine"];

/** What a row is sorted by, found once: rows never change. */
const sortKeys = new WeakMap<ObjectRow, string>();

/** By what people look for first, then by kind and name. */
function sortKey(row: ObjectRow): string {
  const known = sortKeys.get(row);
  if (known !== undefined) return known;
  const { kind, namespace, name } = row;
  const at = kindOrder.findIndex((part) => kind.endsWith(part));
  const key = [rankOf(row), at === -1 ? kindOrder.length : at, kind, namespace, name].join("\0");
  sortKeys.set(row, key);
  return key;
}

function rankOf(row: ObjectRow): number {
  if (isCluster(row)) return 0;
  if (isSystem(row)) return 3;
  return row.group.includes(".") ? 1 : 2;
}

function byKey(a: ObjectRow, b: ObjectRow): number {
  const [one, other] = [sortKey(a), sortKey(b)];
  return one < other ? -1 : Number(one > other);
}

/** The upgrade of a Cluster with these rows below it, in words; empty without one. */
export function upgradeIn({ versions }: ObjectRow, below: readonly ObjectRow[]): string {
  const upgrade = upgradeOf(
    versions,
    below.map((row) => row.versions),
  );
  return upgrade === undefined ? "" : upgradeWords(upgrade);
}

/** How many rows have each state. */
export type StateCounts = Readonly<Record<RowState, number>>;

/** Counts states. */
export function countStates(rows: Iterable<ObjectRow>): StateCounts {
  const counts = { ready: 0, busy: 0, failed: 0, deleting: 0, plain: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
