// Objects as trees, owners above what they own: data for lines, pages and programs.
import { hasPausedAnnotation } from "@capstan/contract";
import { type ReadableCondition, readableConditions } from "@capstan/contract/conditions";
import { getAt, parseApiVersion, type KubeObject } from "@capstan/kube";
import { settersOf } from "./finalizers.ts";
import { isCoreKind, objectNameOf, oncePerObject } from "./object-set.ts";
import { versionsOf } from "./object-versions.ts";
import type { OwnedObject } from "./ownership.ts";
import { rejectedChangesOf } from "./rejected-changes.ts";
import { readySummary, unmetConditions } from "./ready-summary.ts";
import { replicasOf } from "./replicas.ts";
import { isOutdatedMachine, rolloutOf } from "./rollout.ts";
import type { TreeNode } from "./tree-node.ts";
import { upgradeOf, type ObjectVersions, type Upgrade } from "./upgrade.ts";
import { waitingParts } from "./waiting-part.ts";

/** What is shown, and what only the caller knows. */
export interface TreeOptions {
  /** From how many objects of a kind in the same state one stands for all; 0 for never. Default: 4. */
  readonly groupFrom?: number;
  /** Whether templates, Secrets and classes are shown, too. Default: false. */
  readonly everything?: boolean;
  /** Whether a simulation made the object. */
  readonly isPlayed?: (object: KubeObject) => boolean;
  /** The last error of the controller of the object. */
  readonly lastError?: (object: KubeObject) => string | undefined;
  /** When a reconcile of the object began that has run for long, in milliseconds since the epoch. */
  readonly runsSince?: (object: KubeObject) => number | undefined;
}

/** How many equal objects become one node. */
const defaultGroupFrom = 4;

/** The trees of these objects, as `ownedObjects` returns them. */
export function objectTrees(owned: readonly OwnedObject[], options: TreeOptions = {}): readonly TreeNode[] {
  return treesBelow(owned, options, () => undefined);
}

function treesBelow(
  owned: readonly OwnedObject[],
  options: TreeOptions,
  waitingOf: ReturnType<typeof waitingParts>,
): readonly TreeNode[] {
  const nodes = owned.flatMap(({ object, children }) => {
    const below = treesBelow(children, options, isCoreKind(object, "Cluster") ? waitingParts(object) : waitingOf);
    if (options.everything !== true && isAside(object)) return below;
    const upgrade = upgradeTo(versionsOf(object), children);
    const waiting = waitingOf(object);
    const node = nodeOf(object, below, options);
    if (upgrade === undefined && waiting === undefined) return [node];
    return [{ ...node, ...(upgrade !== undefined && { upgrade }), ...(waiting !== undefined && { waiting }) }];
  });
  return groupEqual(nodes, options.groupFrom ?? defaultGroupFrom);
}

function upgradeTo(own: ObjectVersions, children: readonly OwnedObject[]): Upgrade | undefined {
  // Most objects want no version of others.
  if (own.wanted === undefined) return undefined;
  return upgradeOf(
    own,
    children.map(({ object }) => versionsOf(object)),
  );
}

/** The last node of each object: where it is the same again, its state is known. */
const nodes = new WeakMap<KubeObject, TreeNode>();

function nodeOf(object: KubeObject, children: readonly TreeNode[], options: TreeOptions): TreeNode {
  const played = options.isPlayed?.(object) === true;
  const lastError = options.lastError?.(object);
  const runsSince = options.runsSince?.(object);
  const known = nodes.get(object);
  const isSame = known?.played === played && known.lastError === lastError && known.runsSince === runsSince;
  if (isSame && areSame(known.children, children)) return known;
  const node = {
    ...ownPart(object),
    played,
    ...(lastError !== undefined && { lastError }),
    ...(runsSince !== undefined && { runsSince }),
    children,
  };
  nodes.set(object, node);
  return node;
}

function areSame(some: readonly TreeNode[], others: readonly TreeNode[]): boolean {
  return some.length === others.length && some.every((node, index) => node === others[index]);
}

/** What a node has of its object alone. */
type OwnPart = Omit<TreeNode, "played" | "lastError" | "runsSince" | "upgrade" | "waiting" | "children">;

const ownPart = oncePerObject((object): OwnPart => {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const phase = getAt(object, ["status", "phase"]);
  const replicas = replicasOf(object);
  const rollout = rolloutOf(object);
  const ready = readySummary(object);
  const unmet = unmetConditions(object);
  const rejected = rejectedChangesOf(object);
  return {
    ...objectNameOf(object),
    ...(typeof phase === "string" && phase !== "" && { phase }),
    ...(replicas !== undefined && { replicas }),
    ...(rollout !== undefined && { rollout }),
    ...(rejected.length > 0 && { rejected }),
    ...(ready !== undefined && { ready }),
    conditions: orderedConditions(object, unmet),
    unmet: unmet.map(({ type }) => type),
    ...(deletionTimestamp !== undefined && {
      deletion: { since: deletionTimestamp, finalizers, setBy: settersOf(object) },
    }),
    paused: getAt(object, ["spec", "paused"]) === true || hasPausedAnnotation(object),
  };
});

/** The conditions of an object as it has them, but for a topology that keeps everything else from going on. */
function orderedConditions(
  object: KubeObject,
  [first]: ReturnType<typeof unmetConditions>,
): readonly ReadableCondition[] {
  const conditions = readableConditions(object);
  if (first?.type !== "TopologyReconciled") return conditions;
  return [first, ...conditions.filter(({ type }) => type !== first.type)];
}

/** What tells nothing of the state of a cluster: what objects are made from, and credentials. */
function isAside({ apiVersion, kind }: KubeObject): boolean {
  const { group } = parseApiVersion(apiVersion);
  return kind.endsWith("Template") || kind === "ClusterClass" || (kind === "Secret" && group === "");
}

/** The nodes, where one stands for all of its kind whose state is the same, once there are as many as `from`; 0 for never. */
function groupEqual(nodes: readonly TreeNode[], from: number): readonly TreeNode[] {
  if (from <= 0 || nodes.length < from) return nodes;
  const groups = Map.groupBy(nodes, stateOf);
  return nodes.flatMap((node) => {
    const group = groups.get(stateOf(node)) ?? [];
    if (group.length < from) return [node];
    if (group[0] !== node) return [];
    const others = group.slice(1);
    // The state of a namespace is that of its objects: names alone are enough.
    return [{ ...node, ...commonTimes(node, others), equal: others.map(({ name }) => name), children: [] }];
  });
}

/** The times of a node that stands for others: of the youngest, since all have been in that state for as long. */
function commonTimes(
  { ready, deletion, conditions, unmet }: TreeNode,
  others: readonly TreeNode[],
): Pick<TreeNode, "ready" | "deletion" | "conditions"> {
  const timeOf = (node: TreeNode, type: string): string | undefined =>
    node.conditions.find((each) => each.type === type)?.lastTransitionTime;
  const since = latest([ready?.since, ...others.map((each) => each.ready?.since)]);
  const deletedSince = latest([deletion?.since, ...others.map((each) => each.deletion?.since)]);
  return {
    ...(ready !== undefined && { ready: { ...ready, ...(since !== undefined && { since }) } }),
    ...(deletion !== undefined && { deletion: { ...deletion, since: deletedSince ?? deletion.since } }),
    conditions: conditions.map((each) => {
      if (!unmet.includes(each.type)) return each;
      const times = [each.lastTransitionTime, ...others.map((other) => timeOf(other, each.type))];
      return { ...each, lastTransitionTime: latest(times) ?? each.lastTransitionTime };
    }),
  };
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  let [last, ms] = [times.find((time) => time !== undefined), -Infinity];
  for (const time of times) {
    const at = Date.parse(time ?? "");
    if (at > ms) [last, ms] = [time, at];
  }
  return last;
}

/** The state of each node: those above it need it again. */
const states = new WeakMap<TreeNode, string>();

/** What two nodes must have in common. Times are no part of it: no two objects become ready at the same moment. */
function stateOf(node: TreeNode): string {
  const known = states.get(node);
  if (known !== undefined) return known;
  const {
    kind,
    namespace,
    phase,
    replicas,
    ready,
    deletion,
    paused,
    played,
    lastError,
    runsSince,
    upgrade,
    waiting,
    rollout,
    rejected,
    equal,
    children,
  } = node;
  const state = JSON.stringify([
    [kind, namespace, phase, replicas, ready?.status, ready?.reason, paused, played, lastError, equal?.length],
    [deletion?.finalizers, deletion?.setBy],
    runsSince !== undefined,
    upgrade,
    waiting,
    rollout,
    rejected,
    isOutdatedMachine(node),
    children.map(stateOf),
  ]);
  states.set(node, state);
  return state;
}
