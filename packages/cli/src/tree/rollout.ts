// The rollout of a MachineDeployment or a control plane in few words: how far it is, and whether somebody has to delete its old machines.
import { coreGroup } from "@capstan/contract";
import { type ReadableCondition, readableConditions } from "@capstan/contract/conditions";
import { getAt, type KubeObject } from "@capstan/kube";
import { groupKind, groupKindOf, isCoreKind, oncePerObject } from "./object-set.ts";

/** A rollout that goes on; without counts where the object has none. */
export interface Rollout {
  /** How many machines are as they should be. */
  readonly upToDate?: number;
  /** How many there should be. */
  readonly wanted?: number;
  /** With the strategy OnDelete: how many machines wait until somebody deletes them. */
  readonly toDelete?: number;
}

const type = "RollingOut";

/** The condition of a MachineDeployment or a control plane whose machines are replaced; undefined where they are not. A Cluster has it only from those. */
export const rolloutCondition: (object: KubeObject) => ReadableCondition | undefined = oncePerObject((object) => {
  const isOther = isCoreKind(object, object.kind) && object.kind !== "MachineDeployment";
  if (isOther || object.metadata.deletionTimestamp !== undefined) return undefined;
  return readableConditions(object).find((each) => each.type === type && each.status === "True");
});

/** What of an object says that it is a part of a rollout. */
interface RolloutPart extends Pick<KubeObject, "apiVersion" | "kind"> {
  readonly conditions: readonly ReadableCondition[];
}

/** Whether machines of a Cluster are replaced: those of its control plane, or workers. */
export function isClusterRollout({ apiVersion, kind, conditions }: RolloutPart): boolean {
  return groupKindOf({ apiVersion, kind }) === clusterKind && hasStatus(conditions, type, "True");
}

/** Whether a Machine is to be replaced, or would be with another strategy. */
export function isOutdatedMachine({ apiVersion, kind, conditions }: RolloutPart): boolean {
  return groupKindOf({ apiVersion, kind }) === machineKind && hasStatus(conditions, "UpToDate", "False");
}

const [clusterKind, machineKind] = [groupKind(coreGroup, "Cluster"), groupKind(coreGroup, "Machine")];

function hasStatus(conditions: readonly ReadableCondition[], name: string, status: string): boolean {
  return conditions.some((each) => each.type === name && each.status === status);
}

/** The phase of an object, and what a rollout means for it: `Running, outdated`. */
export function phaseInRollout(phase: string, part: RolloutPart): string {
  if (isClusterRollout(part)) return "rolling out";
  return isOutdatedMachine(part) ? [phase, "outdated"].filter((word) => word !== "").join(", ") : phase;
}

/** Where the number of machines that are up to date is, in each of the contract's versions. */
const upToDatePaths: readonly (readonly string[])[] = [
  ["status", "v1beta2", "upToDateReplicas"],
  ["status", "upToDateReplicas"],
  ["status", "updatedReplicas"],
];

/** How core begins the message of the condition, which it computes from the machines; the counts come later. */
const outdatedCount = /^Rolling out (\d+) not up-to-date replicas/;

/** The rollout of an object; undefined where nothing is rolled out. */
export function rolloutOf(object: KubeObject): Rollout | undefined {
  const condition = rolloutCondition(object);
  if (condition === undefined) return undefined;
  const wanted = numberAt(object, ["spec", "replicas"]);
  const counted = upToDatePaths.map((path) => numberAt(object, path)).find((each) => each !== undefined);
  const current = numberAt(object, ["status", "replicas"]) ?? 0;
  const outdated = Number(outdatedCount.exec(condition.message)?.[1] ?? current - (counted ?? 0));
  // The new machine that a rollout makes first is one more: it has taken no place while an old one is there.
  const most = Math.max(0, Math.min(current, wanted ?? current) - outdated);
  const upToDate = counted === undefined ? undefined : Math.min(counted, most);
  return {
    ...(wanted !== undefined && upToDate !== undefined && { wanted, upToDate }),
    ...(isByHand(object) && { toDelete: Math.max(0, outdated) }),
  };
}

function numberAt(object: KubeObject, path: readonly string[]): number | undefined {
  const value = getAt(object, path);
  return typeof value === "number" ? value : undefined;
}

function isByHand(object: KubeObject): boolean {
  return [
    ["spec", "rollout", "strategy", "type"],
    ["spec", "strategy", "type"],
  ].some((path) => getAt(object, path) === "OnDelete");
}

/** `rolling out, 1 of 3 up to date`, or fewer words where lines are short. */
export function rolloutWords({ upToDate = 0, wanted, toDelete = 0 }: Rollout, isShort: boolean): string {
  const all = upToDate + toDelete;
  if (toDelete > 0) return isShort ? `delete ${toDelete}/${all}` : `${toDelete} of ${all} are to be deleted by hand`;
  if (wanted === undefined) return "rolling out";
  return isShort ? `rolling out ${upToDate}/${wanted}` : `rolling out, ${upToDate} of ${wanted} up to date`;
}
