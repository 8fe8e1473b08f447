// Who owns whom: every object once, owners above what they own, in an order that does not change.
import { isControlPlaneMachine } from "@capstan/contract";
import type { KubeObject } from "@capstan/kube";
import type { ObjectSet } from "./object-set.ts";

/** An object above those that it owns. */
export interface OwnedObject {
  readonly object: KubeObject;
  readonly children: readonly OwnedObject[];
}

interface Growth {
  readonly below: ReadonlyMap<KubeObject | undefined, readonly KubeObject[]>;
  readonly seen: Set<KubeObject>;
}

/** The trees of all objects: those of Clusters first, then what belongs to none. */
export function ownedObjects(set: ObjectSet): readonly OwnedObject[] {
  const { objects } = set.input;
  const growth = { below: Map.groupBy(objects, (object) => set.above(object)), seen: new Set<KubeObject>() };
  const roots = grow(growth.below.get(undefined) ?? [], growth);
  // Owners in a circle are below nothing: the first of them becomes a root.
  const circular = objects.filter((object) => !growth.seen.has(object));
  return [...roots, ...grow(circular, growth)];
}

function grow(objects: readonly KubeObject[], growth: Growth): readonly OwnedObject[] {
  return ordered(objects).flatMap((object) => {
    if (growth.seen.has(object)) return [];
    growth.seen.add(object);
    return [{ object, children: grow(growth.below.get(object) ?? [], growth) }];
  });
}

/** Beside each other in this order; other kinds follow by their names. */
const firstKinds: readonly ((object: KubeObject) => boolean)[] = [
  ({ kind }) => kind === "Cluster",
  ({ kind }) => kind.endsWith("Cluster"),
  ({ kind }) => kind.endsWith("ControlPlane"),
  (object) => object.kind === "Machine" && isControlPlaneMachine(object),
  ({ kind }) => kind === "MachineDeployment",
  ({ kind }) => kind === "MachinePool",
  ({ kind }) => kind === "MachineSet",
  ({ kind }) => kind === "Machine",
  ({ kind }) => kind.endsWith("Config"),
  ({ kind }) => kind.endsWith("Machine") || kind.endsWith("MachinePool"),
];

const names = new Intl.Collator("en", { numeric: true });

/** Most kinds and namespaces are equal, which needs no collation. */
function compare(a: string, b: string): number {
  return a === b ? 0 : names.compare(a, b);
}

function rank(object: KubeObject): number {
  const index = firstKinds.findIndex((isOf) => isOf(object));
  return index < 0 ? firstKinds.length : index;
}

/** Numbers in names by their value. */
function ordered(objects: readonly KubeObject[]): readonly KubeObject[] {
  // Most own nothing, or one object.
  if (objects.length < 2) return objects;
  const ranks = new Map(objects.map((object) => [object, rank(object)]));
  const by = (a: KubeObject, b: KubeObject): number =>
    (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) ||
    compare(a.kind, b.kind) ||
    compare(a.metadata.namespace ?? "", b.metadata.namespace ?? "") ||
    compare(a.metadata.name ?? "", b.metadata.name ?? "");
  return objects.toSorted(by);
}
