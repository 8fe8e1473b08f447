// The condition TopologyReconciled of a Cluster, with the reasons and messages of core.
import type { Cluster, Topology } from "@capstan/api/core/v1beta2";
import { getCondition } from "@capstan/contract/conditions";
import { markTopology } from "../conditions.ts";
import { isHookPending } from "./hook-gates.ts";
import type { HeldWorkers, UpgradeTracker } from "./upgrade-tracker.ts";

const upgradingTo = "Cluster is upgrading to ";

/** How core's webhook begins when it rejects a version. */
export function startOfRejection(version: string): string {
  return `spec.topology.version: Invalid value: ${JSON.stringify(version)}: `;
}

/** The version that the topology of a Cluster has by this condition; undefined where the one that is stored is rejected, and all parts have the one before. */
export function versionInForce(cluster: Cluster, { version }: Topology): string | undefined {
  const { message = "" } = getCondition(cluster, "TopologyReconciled") ?? {};
  if (!message.startsWith(startOfRejection(version))) return version;
  const line = message.split("\n").find((each) => each.startsWith(upgradingTo));
  return line?.slice(upgradingTo.length);
}

/** A Cluster that is paused. */
export function markPausedTopology(draft: Cluster, message: string): void {
  markTopology(draft, { status: "False", reason: "Paused", message });
}

/** A Cluster that fails to be reconciled. Whatever else there is stands after what webhooks would have rejected. */
export function markFailedTopology(
  draft: Cluster,
  { rejections }: UpgradeTracker,
  ...messages: readonly string[]
): void {
  const lines = [...rejections, ...messages];
  const message = [...new Set(lines)].join("\n");
  markTopology(draft, { status: "False", reason: "ReconcileFailed", message }, "Error");
}

/** A Cluster that waits. Where its version or a template is rejected, this is what it waits for with the one before. */
function markWaitingTopology(draft: Cluster, tracker: UpgradeTracker, waits: WaitingTopology): void {
  if (tracker.rejections.length > 0) return markFailedTopology(draft, tracker, waits.message);
  markTopology(draft, { status: "False", ...waits });
}

interface WaitingTopology {
  readonly reason: string;
  readonly message: string;
}

/** A Cluster that is deleted, and the hooks that delay it. */
export function markDeletingTopology(draft: Cluster, { blocking }: UpgradeTracker): void {
  const held = blocking.size === 0 ? "" : `. ${blockingHooks(blocking, "delete")}`;
  markTopology(draft, { status: "False", reason: "Deleting", message: `Cluster is deleting${held}` });
}

/** A Cluster whose creation is delayed by hooks. */
export function markHeldCreation(draft: Cluster, tracker: UpgradeTracker): void {
  const message = blockingHooks(tracker.blocking, "Cluster topology creation");
  markWaitingTopology(draft, tracker, { reason: "ClusterCreating", message });
}

/** A Cluster that exists: whether it is upgraded, and what that waits for. */
export function markTopologyProgress(draft: Cluster, tracker: UpgradeTracker): void {
  const { rejections, isControlPlanePending: isHeld, isStarting, isUpgrading, hasWorkersDone } = tracker;
  const isBusy = isHeld || isStarting || isUpgrading || !hasWorkersDone || isHookPending(draft, "AfterClusterUpgrade");
  if (!isBusy && rejections.length > 0) return markFailedTopology(draft, tracker);
  if (!isBusy) return markTopology(draft, { status: "True", reason: "ReconcileSucceeded" });
  const lines = [
    `${upgradingTo}${draft.spec.topology?.version ?? ""}`,
    ...(tracker.blocking.size === 0 ? [] : [blockingHooks(tracker.blocking, "upgrade")]),
    ...controlPlaneLines(tracker),
    ...workerLines("MachineDeployment", tracker.deployments, tracker),
    ...workerLines("MachinePool", tracker.pools, tracker),
  ];
  const reason = isOnlyDeferred(tracker.deployments, tracker)
    ? "MachineDeploymentsUpgradeDeferred"
    : isOnlyDeferred(tracker.pools, tracker)
      ? "MachinePoolsUpgradeDeferred"
      : "ClusterUpgrading";
  markWaitingTopology(draft, tracker, { reason, message: lines.join("\n  * ") });
}

/** The hooks and their messages, for an action that they delay. */
function blockingHooks(blocking: ReadonlyMap<string, string>, action: string): string {
  const hooks = Array.from(blocking, ([hook, message]) => (message === "" ? hook : `${hook}: ${message}`));
  return `Following hooks are blocking ${action}: ${hooks.join("; ")}`;
}

function controlPlaneLines(tracker: UpgradeTracker): readonly string[] {
  const { controlPlaneKind: kind, controlPlaneVersion: version, plan } = tracker;
  if (tracker.isStarting || tracker.isUpgrading)
    return [`${kind} upgrading to version ${version}${pendingVersions(plan.controlPlane, version)}`];
  return plan.controlPlane.length === 0 ? [] : [`${kind} pending upgrade to version ${plan.controlPlane.join(", ")}`];
}

function workerLines(
  kind: string,
  held: HeldWorkers,
  { controlPlaneVersion: version, plan }: UpgradeTracker,
): readonly string[] {
  const { upgrading, pending, deferred } = workersOf(held);
  const named = (names: readonly string[]): string => namedWorkers(kind, names);
  const lines: string[] = [];
  if (upgrading.length > 0)
    lines.push(`${named(upgrading)} upgrading to version ${version}${pendingVersions(plan.workers, version)}`);
  if (pending.length > 0 && plan.workers.length > 0)
    lines.push(`${named(pending)} pending upgrade to version ${plan.workers.join(", ")}`);
  if (deferred.length > 0)
    lines.push(
      `${named(deferred)} upgrade to version ${version} deferred using topology.cluster.x-k8s.io/defer-upgrade or hold-upgrade-sequence annotations`,
    );
  if (held.uncreated.size > 0)
    lines.push(`${named([...held.uncreated])} creation deferred while control plane upgrade is in progress`);
  return lines;
}

/** Each name once: upgraded workers are not deferred, and deferred ones are not pending. */
function workersOf(held: HeldWorkers): {
  readonly upgrading: readonly string[];
  readonly pending: readonly string[];
  readonly deferred: readonly string[];
} {
  const deferred = [...held.deferred].filter((name) => !held.upgrading.has(name));
  const pending = [...held.pending].filter((name) => !held.upgrading.has(name) && !deferred.includes(name));
  return { upgrading: [...held.upgrading], pending, deferred };
}

/** Whether nothing but annotations of the topology holds the upgrade of these workers. */
function isOnlyDeferred(held: HeldWorkers, tracker: UpgradeTracker): boolean {
  const { upgrading, pending, deferred } = workersOf(held);
  const isControlPlaneBusy = tracker.isStarting || tracker.isUpgrading;
  return (
    deferred.length > 0 &&
    tracker.blocking.size === 0 &&
    !isControlPlaneBusy &&
    upgrading.length === 0 &&
    pending.length === 0
  );
}

function pendingVersions(plan: readonly string[], version: string): string {
  const others = plan.filter((each) => each !== version);
  return others.length === 0 ? "" : ` (${others.join(", ")} pending)`;
}

function namedWorkers(kind: string, names: readonly string[]): string {
  const sorted = names.toSorted();
  const [first = ""] = sorted;
  if (sorted.length === 1) return `${kind} ${first}`;
  const shown = sorted.slice(0, 3).join(", ");
  return `${kind}s ${shown}${sorted.length > 3 ? `, ... (${sorted.length - 3} more)` : ""}`;
}
