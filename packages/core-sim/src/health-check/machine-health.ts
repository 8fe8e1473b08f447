// Whether a MachineHealthCheck finds a machine healthy, by the rules of core: conditions of the machine and its Node that last, a Node that does not come, and one that was deleted.
import type { Cluster, Machine, MachineHealthCheck } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isDeleting } from "@capstan/contract";
import { getCondition, isConditionTrue } from "@capstan/contract/conditions";
import type { Node } from "@capstan/kube/builtin";
import { nodeStartupTimeoutSeconds } from "../defaults/core-defaults.ts";

/** A machine, and what counts for its health. */
export interface CheckedMachine {
  readonly machine: Machine;
  /** Undefined where there is none. */
  readonly node: Node | undefined;
  readonly cluster: Cluster;
  readonly check: MachineHealthCheck;
}

/** What was found, and when to look again although nothing changes. */
export interface MachineHealth {
  /** `waiting` is a machine that may become unhealthy, or has no Node yet: it counts as neither. */
  readonly state: "healthy" | "unhealthy" | "waiting";
  readonly nextCheck?: number;
}

const remediate = "cluster.x-k8s.io/remediate-machine";

/** Checks a machine. */
export function healthOf(checked: CheckedMachine, now: number): MachineHealth {
  const { machine, node, cluster } = checked;
  if (machine.metadata.annotations?.[remediate] !== undefined) return { state: "unhealthy" };
  const healthy: MachineHealth = { state: node === undefined || isDeleting(machine) ? "waiting" : "healthy" };
  // Before that, nobody is to blame but the first machine of the control plane.
  if (!isConditionTrue(cluster, "ControlPlaneInitialized") && !isControlPlaneMachine(machine)) return healthy;
  if (!isConditionTrue(cluster, "InfrastructureReady")) return healthy;
  const due = [...conditionTimes(checked), ...nodeTimes(checked)];
  if (due.some((time) => time < now)) return { state: "unhealthy" };
  return due.length === 0 ? healthy : { state: "waiting", nextCheck: Math.min(...due) + 1000 };
}

/** When conditions that are now as the check names them will have lasted too long. */
function conditionTimes({ machine, node, check }: CheckedMachine): readonly number[] {
  const { unhealthyMachineConditions = [], unhealthyNodeConditions = [] } = check.spec.checks ?? {};
  return [
    ...timesOf(unhealthyMachineConditions, machine.status?.conditions),
    ...timesOf(unhealthyNodeConditions, node?.status?.conditions),
  ];
}

interface Named {
  readonly type: string;
  readonly status: string;
  readonly timeoutSeconds: number;
}

interface Reported {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string | null;
}

function timesOf(named: readonly Named[], reported: readonly Reported[] = []): readonly number[] {
  return named.flatMap(({ type, status, timeoutSeconds }) => {
    const found = reported.find((condition) => condition.type === type);
    if (found?.status !== status) return [];
    return timeOf(found.lastTransitionTime) + timeoutSeconds * 1000;
  });
}

/** When a machine without a Node will have waited too long for it: always, where the Node was deleted. */
function nodeTimes({ machine, node, cluster, check }: CheckedMachine): readonly number[] {
  if (node !== undefined) return [];
  // Before that, Nodes are not read.
  const isMissing = machine.status?.nodeRef !== undefined && isConditionTrue(cluster, "ControlPlaneInitialized");
  if (isMissing) return [Number.NEGATIVE_INFINITY];
  const { nodeStartupTimeoutSeconds: seconds = nodeStartupTimeoutSeconds } = check.spec.checks ?? {};
  if (seconds === 0) return [];
  const conditions = [
    getCondition(cluster, "ControlPlaneInitialized"),
    getCondition(cluster, "InfrastructureReady"),
    getCondition(machine, "InfrastructureReady"),
  ];
  const times = conditions.flatMap((each) => (each?.status === "True" ? [timeOf(each.lastTransitionTime)] : []));
  return [Math.max(timeOf(machine.metadata.creationTimestamp), ...times) + seconds * 1000];
}

/** One that is not known is long ago. */
function timeOf(text: string | null | undefined): number {
  return new Date(text ?? 0).getTime();
}
