// The versions that an upgrade leads through: those of the control plane, and those of workers, which may be three minor versions behind.
import type { Cluster, ClusterClass, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import {
  compareSemantic,
  compareVersions,
  formatKubernetesVersion,
  type KubernetesVersion,
  parseKubernetesVersion,
} from "@capstan/contract/versions";
import { InvalidPlan } from "./topology-failure.ts";
import { minorNumberOf } from "../kubernetes-version.ts";

/** What an upgrade leads through yet. */
export interface VersionSteps {
  readonly controlPlane: readonly string[];
  readonly workers: readonly string[];
  /** The lowest version of workers; empty without workers. */
  readonly lowestWorkers: string;
}

/** A step of an upgrade, as requests of hooks have it. */
export interface PlannedStep {
  readonly version: string;
}

/** The versions that a plan is between. */
export interface PlanEnds {
  /** The version of the control plane now. */
  readonly from: string;
  readonly to: string;
}

/** Workers that exist. */
type Workers = MachineDeployment | MachinePool;

/** A worker can be so many minor versions older than the control plane. */
const mostSkew = 3;

/** The plan of a Cluster whose control plane exists; throws an InvalidPlan where the class lacks a minor version. A plan that an extension makes is not played: it is one step. */
export function upgradePlanOf(
  { spec }: ClusterClass,
  existing: readonly Workers[],
  { from, to }: PlanEnds,
): VersionSteps {
  const lowestWorkers = lowestOf(existing, from);
  const hasExtension = (spec.upgrade?.external?.generateUpgradePlanExtension ?? "") !== "";
  const listed = hasExtension ? [] : (spec.kubernetesVersions ?? []);
  const controlPlane = isSame(from, to) ? [] : listed.length > 0 ? stepsBetween(listed, { from, to }) : [to];
  const isDone = lowestWorkers === "" || isSame(lowestWorkers, to);
  const workers = isDone ? [] : workerSteps(lowestWorkers, { to, through: [from, ...controlPlane] });
  return { controlPlane, workers, lowestWorkers };
}

/** The steps as hooks get them. */
export function plannedStepsOf(versions: readonly string[]): readonly PlannedStep[] {
  return versions.map((version) => ({ version }));
}

/** Has the status of a Cluster say which versions are left. */
export function setUpgradePlan({ status }: Cluster, { controlPlane, workers }: VersionSteps): void {
  if (status === undefined) return;
  for (const [part, versions] of [
    ["controlPlane", controlPlane],
    ["workers", workers],
  ] as const) {
    const { upgradePlan: _, ...others } = status[part] ?? {};
    status[part] = versions.length === 0 ? others : { ...others, upgradePlan: [...plannedStepsOf(versions)] };
  }
}

function lowestOf(existing: readonly Workers[], controlPlane: string): string {
  let lowest: KubernetesVersion | undefined;
  for (const { spec } of existing) {
    const version = parseKubernetesVersion(spec.template.spec.version ?? "");
    if (version === undefined) continue;
    if (lowest === undefined || isLower(version, lowest, controlPlane)) lowest = version;
  }
  return lowest === undefined ? "" : formatKubernetesVersion(lowest);
}

/** The last version of each minor version of a class, up to the one that is wanted. */
function stepsBetween(listed: readonly string[], { from, to }: PlanEnds): readonly string[] {
  const [low, high] = [parseKubernetesVersion(from), parseKubernetesVersion(to)];
  if (low === undefined || high === undefined) return [to];
  const steps = new Map<number, string>();
  for (const each of listed) {
    const version = parseKubernetesVersion(each);
    if (version === undefined || compareSemantic(version, low) !== "greater") continue;
    if (compareVersions(version, high) === "greater") break;
    if (minorNumberOf(version) > minorNumberOf(low) || minorNumberOf(low) === minorNumberOf(high))
      steps.set(minorNumberOf(version), each);
    if (formatKubernetesVersion(version) === formatKubernetesVersion(high)) break;
  }
  checkMinors(low, [...steps.values()]);
  return steps.size === 0 ? [to] : [...steps.values()];
}

/** A control plane goes to the next minor version at most. */
function checkMinors(low: KubernetesVersion, steps: readonly string[]): void {
  let current = minorNumberOf(low);
  for (const [index, step] of steps.entries()) {
    const minor = minorNumberOf(parseKubernetesVersion(step) ?? low);
    if (minor > current + 1) {
      const expected = `expecting a version with minor ${current} or ${current + 1}, found version ${step}`;
      throw new InvalidPlan(`invalid ControlPlane upgrade plan: item ${index}; ${expected}`);
    }
    current = minor;
  }
}

/** As few steps as the skew allows; the last one goes to the wanted version. */
function workerSteps(
  lowest: string,
  { to, through }: { readonly to: string; readonly through: readonly string[] },
): readonly string[] {
  const [low, high] = [parseKubernetesVersion(lowest), parseKubernetesVersion(to)];
  if (low === undefined || high === undefined) return [to];
  const between = through.filter((each) => {
    const ahead = minorNumberOf(parseKubernetesVersion(each) ?? low) - minorNumberOf(low);
    return ahead > 0 && ahead % mostSkew === 0 && ahead < minorNumberOf(high) - minorNumberOf(low);
  });
  return [...between, to];
}

/** Of builds without an order, the one that the control plane does not have is lower. */
function isLower(version: KubernetesVersion, lowest: KubernetesVersion, controlPlane: string): boolean {
  const order = compareVersions(version, lowest);
  return order === "less" || (order === "different" && !isSame(formatKubernetesVersion(version), controlPlane));
}

/** Whether two strings are one version, with or without the prefix. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [parseKubernetesVersion(one), parseKubernetesVersion(other)];
  if (first === undefined || second === undefined) return one === other;
  return compareVersions(first, second) === "same";
}
