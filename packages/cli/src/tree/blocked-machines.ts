// Why core creates no machines of a MachineSet: its preflight checks fail, or templates do not exist. The summary of such a set is True, and only ScalingUp says it.
import { readableConditions, type ReadableCondition } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { isCoreKind } from "./object-set.ts";
import { inOneLine } from "./short-words.ts";

/** How core begins the message. */
const blocked = /^Scaling (?:up|down) from \d+ to \d+ replicas is blocked because:/;

/** How core ends the line of a check. */
const failedCheck = /\("(\w+)" preflight check failed\)/g;

/** Why a set creates no machines. */
export interface BlockedMachines {
  /** The condition that says it. */
  readonly condition: ReadableCondition;
  /** The reasons in one line. */
  readonly why: string;
  /** The names of the checks that fail. */
  readonly checks: readonly string[];
}

/** Why a MachineSet creates no machines; undefined where it does, and of other kinds. */
export function blockedMachines(object: KubeObject): BlockedMachines | undefined {
  if (!isCoreKind(object, "MachineSet")) return undefined;
  const condition = readableConditions(object).find((each) => blockingReasons(each) !== undefined);
  const why = condition && blockingReasons(condition);
  if (condition === undefined || why === undefined) return undefined;
  const checks = new Set(Array.from(why.matchAll(failedCheck), ([, name = ""]) => name));
  return { condition, why, checks: [...checks] };
}

/** The condition by which a control plane says that it creates or deletes no machines, as with a number that the webhook rejects; undefined where it says nothing of the kind. */
export function blockedScaling(object: KubeObject): ReadableCondition | undefined {
  if (isCoreKind(object, object.kind) || object.metadata.deletionTimestamp !== undefined) return undefined;
  return readableConditions(object).find((each) => blockingReasons(each) !== undefined);
}

/** Why a condition says that no machines are created or deleted, in one line; undefined for one that does not say it. */
export function blockingReasons({ type, status, message }: ReadableCondition): string | undefined {
  if (!["ScalingUp", "ScalingDown"].includes(type) || status !== "True" || !blocked.test(message)) return undefined;
  return inOneLine(message.replace(blocked, ""));
}

/** What helps when a check fails. */
const helps: Readonly<Record<string, string>> = {
  ControlPlaneIsStable: "wait until the control plane has been created or upgraded",
  ControlPlaneVersionSkew: "wait until its MachineDeployment has the version of the control plane",
  KubernetesVersionSkew: "set the version of its MachineDeployment to one that fits that of the control plane",
  KubeadmVersionSkew: "set the version of its MachineDeployment to one that fits that of the control plane",
};

/** The checks that pass once the control plane has been created or upgraded. */
const passing: readonly string[] = ["ControlPlaneIsStable", "ControlPlaneVersionSkew"];

/** Whether a set creates its machines by itself once its control plane is there or upgraded. */
export function waitsForControlPlane({ checks }: BlockedMachines): boolean {
  return checks.length > 0 && checks.every((check) => passing.includes(check));
}

function isVersion(check: string): boolean {
  return check.endsWith("VersionSkew");
}

/** What to do about it. */
export function adviceForBlocked({ checks }: BlockedMachines): string {
  // In an upgrade, the version of the machines follows that of the control plane; one that is too new or too old does not.
  const useless = checks.includes("KubernetesVersionSkew") ? "ControlPlaneVersionSkew" : "KubeadmVersionSkew";
  const helping = checks.filter(
    (check) => check !== useless || !checks.some((each) => each !== check && isVersion(each)),
  );
  const known = new Set(helping.map((check) => helps[check] ?? "look at the log of Cluster API"));
  if (known.size === 0) return "create what does not exist, or correct the reference";
  const skip = `annotation machineset.cluster.x-k8s.io/skip-preflight-checks: ${checks.join(",")}`;
  return `${[...known].join("; ")}, or skip the ${checks.length === 1 ? "check" : "checks"}: ${skip}`;
}
