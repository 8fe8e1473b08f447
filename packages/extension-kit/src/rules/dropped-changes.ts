// What a patch changes of a template although Cluster API drops it later, without an error: of a patched template it copies a few parts, and what it sets
// itself it keeps. Only what it drops for certain counts: some fields are kept where the class or the Cluster has set them.
import type { HolderReference } from "@capstan/api/hooks/v1alpha1";
import {
  createJsonPatch,
  deepClone,
  deepEqual,
  excerpt,
  formatPointer,
  getAt,
  isJsonObject,
  ownValue,
  setOwn,
} from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { digestOf } from "../seldom.ts";
import { lostChange, type Steps } from "./patched-object.ts";

type JsonObject = Record<string, unknown>;
type Holder = Pick<HolderReference, "kind" | "fieldPath">;

/** A template of a request, as it was and as its patch makes it. */
export interface PatchedItem {
  readonly holder: Holder;
  readonly before: unknown;
  readonly after: unknown;
  /** The template of the ClusterClass, where earlier patches have changed it. Default: `before`. */
  readonly origin?: unknown;
}

interface Parts {
  /** What is copied from the patched template. */
  readonly taken: readonly Steps[];
  /** What Cluster API has always set itself. */
  readonly set: readonly Steps[];
  /** What it keeps where the template of the class has it. */
  readonly kept: readonly Steps[];
  /** Where both of these are. */
  readonly roots: readonly Steps[];
}

const spec = ["spec", "template", "spec"];
const metadata = ["spec", "template", "metadata"];

function labelsAndAnnotations(of: Steps): Steps[] {
  return [
    [...of, "labels"],
    [...of, "annotations"],
  ];
}

function ownNames(of: Steps): Steps[] {
  return [
    [...of, "labels", "cluster.x-k8s.io/cluster-name"],
    [...of, "labels", "topology.cluster.x-k8s.io/owned"],
    [...of, "annotations", "cluster.x-k8s.io/cloned-from-name"],
    [...of, "annotations", "cluster.x-k8s.io/cloned-from-groupkind"],
  ];
}

/** Machine templates, and those of bootstrap data: new templates are made of them. */
const ofTemplate: Parts = {
  taken: [spec, ...labelsAndAnnotations(metadata), ...labelsAndAnnotations(["metadata"])],
  set: ownNames(["metadata"]),
  kept: [],
  roots: [["metadata"]],
};

/** Templates of a MachineDeployment have its name, too. */
const ofDeployment: Parts = {
  ...ofTemplate,
  set: [...ofTemplate.set, ["metadata", "labels", "topology.cluster.x-k8s.io/deployment-name"]],
};

/** The infrastructure and the control plane of the Cluster itself: objects are made of them. */
const ofObject: Parts = {
  taken: [spec, ...labelsAndAnnotations(metadata)],
  set: ownNames(metadata),
  kept: [],
  roots: [metadata],
};

/** Both objects of a MachinePool, which have its name. */
const ofPool: Parts = {
  ...ofObject,
  set: [...ofObject.set, [...metadata, "labels", "topology.cluster.x-k8s.io/pool-name"]],
};

/** Of both versions of the contract. */
const ofMachines = [
  ["metadata"],
  ["infrastructureRef"],
  ["readinessGates"],
  ["taints"],
  ["nodeDrainTimeout"],
  ["nodeVolumeDetachTimeout"],
  ["nodeDeletionTimeout"],
  ["spec", "infrastructureRef"],
  ["spec", "readinessGates"],
  ["spec", "taints"],
  ["spec", "deletion", "nodeDrainTimeoutSeconds"],
  ["spec", "deletion", "nodeVolumeDetachTimeoutSeconds"],
  ["spec", "deletion", "nodeDeletionTimeoutSeconds"],
] as const;

const ofControlPlane: Parts = {
  ...ofObject,
  set: [...ofObject.set, [...spec, "version"]],
  kept: [
    [...spec, "replicas"],
    [...spec, "rollout", "after"],
    ...ofMachines.map((steps) => [...spec, "machineTemplate", ...steps]),
  ],
  roots: [metadata, spec],
};

const ofKinds: Readonly<Record<string, Parts>> = { MachineDeployment: ofDeployment, MachinePool: ofPool };

const ofCluster: Readonly<Record<string, Parts>> = {
  "spec.infrastructureRef": ofObject,
  "spec.controlPlaneRef": ofControlPlane,
};

function partsOf({ kind, fieldPath }: Holder): Parts {
  const parts = kind === "Cluster" ? ownValue(ofCluster, fieldPath) : ownValue(ofKinds, kind);
  return parts ?? ofTemplate;
}

/** What a patch changes although Cluster API drops it. */
export interface DroppedChange {
  /** Its JSON pointer. */
  readonly path: string;
  /** Whether it is dropped only where the ClusterClass or the Cluster has the field: the template of the request has it, and an earlier patch of the class may have set it. */
  readonly onlyWhereSet: boolean;
}

/**
 * What a patch changes although Cluster API drops it: the topology controller copies `spec.template.spec` and labels and annotations of a patched template, and keeps
 * fields of a control plane that it sets itself, or that the ClusterClass or the Cluster has.
 *
 * @example
 * droppedChanges({ holder: item.holderReference, before: item.object, after: patched }); // [{ path: "/spec/template/spec/version", onlyWhereSet: false }]
 */
export function droppedChanges(patched: PatchedItem): readonly DroppedChange[] {
  const { holder, before, after, origin = before } = patched;
  if (!isJsonObject(before) || !isJsonObject(after) || !mayDrop(patched)) return [];
  const parts = partsOf(holder);
  const kept = parts.kept.filter((path) => getAt(origin, path) !== undefined);
  const made = takenOver(before, after, { ...parts, kept });
  const names = kept.map((path) => ({ name: formatPointer(path), isMade: getAt(made, path) !== undefined }));
  return createJsonPatch(made, after).flatMap(({ path }): readonly DroppedChange[] => {
    // Of a field that the patch removes, these are what is kept.
    const below = names.filter(({ name, isMade }) => isMade && isBelow(path, specPointer) && isBelow(name, path));
    if (below.length > 0) return below.map(({ name }) => ({ path: name, onlyWhereSet: true }));
    return [{ path, onlyWhereSet: names.some(({ name }) => name === path || isBelow(path, name)) }];
  });
}

const specPointer = formatPointer(spec);

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}/`);
}

/** Whether Cluster API may drop something of a patch; false for nearly all. */
export function mayDrop({ holder, before, after }: PatchedItem): boolean {
  const { taken, set, kept, roots } = partsOf(holder);
  if (!roots.includes(spec) && differOnlyBelow(before, after, spec)) return false;
  if (lostChange(before, after, taken) !== undefined) return true;
  const differs = (path: Steps): boolean => !deepEqual(getAt(before, path), getAt(after, path));
  return roots.some(differs) && [...set, ...kept].some(differs);
}

/** Whether both have an object at this path, and are equal everywhere else. Nearly all patches are like that; no lists of names are made to see it. */
function differOnlyBelow(before: unknown, after: unknown, [step, ...below]: Steps): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  if (step === undefined) return true;
  let more = 0;
  for (const name in after) {
    more += 1;
    if (name === step || before[name] === after[name]) continue;
    if (!deepEqual(ownValue(before, name), after[name])) return false;
  }
  for (const _name in before) more -= 1;
  return more === 0 && differOnlyBelow(ownValue(before, step), ownValue(after, step), below);
}

/** The template with what is taken over of its patched form. */
function takenOver(before: JsonObject, after: JsonObject, { taken, set, kept }: Parts): JsonObject {
  const made = deepClone(before);
  for (const path of taken) put(made, path, getAt(after, path));
  for (const path of kept) put(made, path, getAt(before, path));
  for (const path of [...kept, ...set])
    if (getAt(made, path) !== undefined) put(made, path, getAt(before, path) ?? null);
  return made;
}

/** Sets a field; null removes it, and what there is none of stays as it is. */
function put(object: JsonObject, path: Steps, value: unknown): void {
  if (value === undefined) return;
  const name = path.at(-1) ?? "";
  let at = object;
  for (const step of path.slice(0, -1)) {
    const below = ownValue(at, step);
    const next = isJsonObject(below) ? below : {};
    if (next !== below) setOwn(at, step, next);
    at = next;
  }
  if (value === null) delete at[name];
  else setOwn(at, name, deepClone(value));
}

/** What was warned of, by handler or its functions: digests, since callers choose the names of labels and kinds. */
const known = new WeakMap<object, Set<string>>();

/** Beyond so many, nothing more is warned of. */
const mostKnown = 1000;

/** So many paths are logged at once; the next call logs more. */
const mostShown = 20;

/** Warns the author of a patch of which Cluster API drops a part, once for each path. */
export function warnOfDropped(owner: object, patched: PatchedItem, log: Logger): void {
  const seen = known.get(owner) ?? new Set<string>();
  known.set(owner, seen);
  if (seen.size >= mostKnown) return;
  const { holder, before } = patched;
  const template = excerpt(String(getAt(before, ["kind"])));
  const fresh = freshOf(seen, digestOf([template, holder.kind, holder.fieldPath]), droppedChanges(patched));
  for (const onlyWhereSet of [false, true]) {
    const paths = fresh.filter((each) => each.onlyWhereSet === onlyWhereSet).map(({ path }) => excerpt(path));
    const where = onlyWhereSet ? " where the ClusterClass or the Cluster has these fields" : "";
    const message = `Cluster API drops a part of a patch${where}; this is logged once`;
    if (paths.length > 0) log.warn(message, { template, holder: excerpt(holder.kind), paths });
  }
}

/** The first ones that were not warned of; they then are. */
function freshOf(seen: Set<string>, use: string, dropped: readonly DroppedChange[]): readonly DroppedChange[] {
  const fresh: DroppedChange[] = [];
  for (const each of dropped) {
    if (fresh.length === mostShown || seen.size >= mostKnown) break;
    const key = digestOf([use, each.path]);
    if (seen.has(key)) continue;
    seen.add(key);
    fresh.push(each);
  }
  return fresh;
}
