// What statuses have in common: the generation they were computed from, and the counts and versions of machines.
import { compareVersions, parseKubernetesVersion } from "@capstan/contract/versions";
import type { Machine, StatusVersion } from "@capstan/api/core/v1beta2";
import {
  aggregateOf,
  conditionPlaces,
  defaultMergeStrategy,
  getCondition,
  isConditionTrue,
  reasonByPriority,
} from "@capstan/contract/conditions";
import { formatLabelSelector, type KubeObject, type LabelSelector } from "@capstan/kube";
import type { CoreCondition } from "./conditions.ts";

/** How many of a set of machines exist, and how many have each of the conditions that a status counts. */
export interface MachineCounts {
  readonly replicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly upToDateReplicas: number;
}

/** The generation of the object that a status was computed from; empty for an object that is not stored. */
export function observedGenerationOf({ metadata }: KubeObject): { observedGeneration?: number } {
  return metadata.generation === undefined ? {} : { observedGeneration: metadata.generation };
}

/** Counts machines by their conditions. */
export function countMachines(machines: readonly Machine[]): MachineCounts {
  const having = (type: string): number => machines.filter((machine) => isConditionTrue(machine, type)).length;
  return {
    replicas: machines.length,
    readyReplicas: having("Ready"),
    availableReplicas: having("Available"),
    upToDateReplicas: having("UpToDate"),
  };
}

/** The number of machines by Kubernetes version, the lowest first: by that of the kubelet or, before there is one, of the spec. */
export function countVersions(machines: readonly Machine[]): StatusVersion[] {
  return sumVersions(
    machines.map(({ spec, status }) => {
      const { kubeletVersion = "" } = status?.nodeInfo ?? {};
      return { version: kubeletVersion === "" ? (spec.version ?? "") : kubeletVersion, replicas: 1 };
    }),
  );
}

/** These numbers, each version once. */
export function sumVersions(counted: readonly StatusVersion[]): StatusVersion[] {
  const known = counted.filter(({ version }) => version !== "");
  const groups = Map.groupBy(known, ({ version }) => version);
  const sums = Array.from(groups, ([version, each]) => {
    return { version, replicas: each.reduce((sum, { replicas = 0 }) => sum + replicas, 0) };
  });
  return sums.toSorted((one, other) => orderOfVersions(one.version, other.version));
}

/** What is no version stands last, and builds without an order as they were found. */
function orderOfVersions(one: string, other: string): number {
  const [first, second] = [parseKubernetesVersion(one), parseKubernetesVersion(other)];
  const byName = one < other ? -1 : 1;
  if (first === undefined || second === undefined)
    return Number(first === undefined) - Number(second === undefined) || byName;
  return { less: -1, same: byName, greater: 1, different: 0 }[compareVersions(first, second)];
}

/** Without a version, a status has no list of them. */
export function setVersions(status: { versions?: StatusVersion[] }, versions: StatusVersion[]): void {
  if (versions.length === 0) delete status.versions;
  else status.versions = versions;
}

/** A condition of all machines, with the messages of those where it does not hold; True when there are none. */
export function aggregateCondition(type: string, of: string, machines: readonly Machine[]): CoreCondition {
  if (machines.length === 0) return { type, status: "True", reason: "NoReplicas" };
  // With many machines a merge takes long, and most of the time there is nothing to merge.
  if (machines.every((machine) => isPlainTrue(machine, of))) return { type, status: "True", reason: of };
  const reasonOf = reasonByPriority({ issue: `Not${of}`, unknown: `${of}Unknown`, info: of });
  const strategy = defaultMergeStrategy({ reasonOf });
  return aggregateOf(machines, conditionPlaces.current, { of, target: type, strategy });
}

function isPlainTrue(machine: Machine, type: string): boolean {
  const condition = getCondition(machine, type);
  return condition?.status === "True" && (condition.message ?? "") === "";
}

/** MachinesUpToDate, or the condition of that kind: only machines that are compared with a template count. */
export function upToDateCondition(type: string, machines: readonly Machine[]): CoreCondition {
  const compared = machines.filter((machine) => getCondition(machine, "UpToDate") !== undefined);
  return aggregateCondition(type, "UpToDate", compared);
}

/** RollingOut, by the messages of UpToDate of the machines that are not up to date: with each reason once, that of another version first. */
export function rollingOutCondition(messages: readonly string[]): CoreCondition {
  const type = "RollingOut";
  if (messages.length === 0) return idleCondition(type);
  const reasons = new Set(messages.flatMap((message) => message.split("\n")).filter((line) => line !== ""));
  const rank = (reason: string): string => `${reason.startsWith("* Version") ? 0 : 1} ${reason}`;
  const sorted = [...reasons].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  const message = [`Rolling out ${messages.length} not up-to-date replicas`, ...sorted].join("\n");
  return { type, status: "True", reason: type, message };
}

/** ScalingUp and ScalingDown. */
export function scalingConditions(wanted: number, replicas: number): readonly CoreCondition[] {
  const condition = (type: string, holds: boolean, direction: string): CoreCondition =>
    holds
      ? { type, status: "True", reason: type, message: `Scaling ${direction} from ${replicas} to ${wanted} replicas` }
      : idleCondition(type);
  return [condition("ScalingUp", replicas < wanted, "up"), condition("ScalingDown", replicas > wanted, "down")];
}

/** The same conditions; both say what keeps everything as it is. */
export function scalingWithReasons(conditions: readonly CoreCondition[], reasons: string): readonly CoreCondition[] {
  return conditions.map((condition) => {
    const start = condition.message ?? (condition.type === "ScalingUp" ? "Scaling up" : "Scaling down");
    const is = condition.status === "True" ? "is" : "would be";
    return { ...condition, message: `${start} ${is} blocked because:\n${reasons}` };
  });
}

/** A selector as the status has it: in the order of its keys. */
export function selectorText({ matchLabels = {}, ...others }: LabelSelector): string {
  const sorted = Object.entries(matchLabels).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return formatLabelSelector({ ...others, matchLabels: Object.fromEntries(sorted) });
}

/** A condition that is False because nothing of its kind is in progress. */
export function idleCondition(type: string): CoreCondition {
  return { type, status: "False", reason: `Not${type}` };
}
