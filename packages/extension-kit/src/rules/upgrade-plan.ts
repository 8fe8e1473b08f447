// The rules of upgrade plans: those that Cluster API checks before it follows one. Steps of the control plane grow, skip no minor and end at the
// target; workers take some of these steps, and may be three minors behind.
import {
  compareVersions,
  formatKubernetesVersion,
  type KubernetesVersion,
  parseKubernetesVersion,
} from "@capstan/contract/versions";
import { excerpt, isJsonObject } from "@capstan/kube";
import { type AnswerContext, AnswerFault, type AnswerPayload } from "./answer-problem.ts";

/** An upgrade, and the steps that are to make it. */
export interface PlannedUpgrade {
  readonly to: string;
  readonly controlPlane: string;
  /** The oldest version of the workers; empty without workers. */
  readonly workers: string;
  readonly steps: readonly string[];
  readonly workerSteps: readonly string[];
}

/** What is wrong with a plan. */
export interface PlanProblem {
  readonly list: "controlPlaneUpgrades" | "workersUpgrades";
  /** The step, where it is one. */
  readonly index?: number;
  readonly problem: string;
}

/** A version that is in both forms, since some of Cluster API's rules compare what is written. */
interface Step {
  readonly written: string;
  readonly version: KubernetesVersion;
}

interface Upgrade extends PlannedUpgrade {
  readonly target: KubernetesVersion;
  readonly from: Step;
  /** What was found of the control plane: versions by minor, and their order as they are written. */
  readonly minors: Map<bigint, string>;
  readonly order: Map<string, number>;
}

/** Workers may be so many minors behind the control plane. */
const mostBehind = 3n;

/** The first rule of Cluster API that a plan breaks; undefined when it follows all. */
export function upgradePlanProblem(planned: PlannedUpgrade): PlanProblem | undefined {
  const [target, version] = [parseKubernetesVersion(planned.to), parseKubernetesVersion(planned.controlPlane)];
  if (target === undefined || version === undefined)
    return { list: "controlPlaneUpgrades", problem: "the request has a version that cannot be read" };
  const from = { written: planned.controlPlane, version };
  const minors = new Map([[minorOf(version), from.written]]);
  const upgrade = { ...planned, target, from, minors, order: new Map([[from.written, -1]]) };
  return controlPlaneProblem(upgrade) ?? workersProblem(upgrade);
}

function minorOf({ numbers }: KubernetesVersion): bigint {
  return numbers[1];
}

function controlPlaneProblem({ steps, from, target, to, minors, order }: Upgrade): PlanProblem | undefined {
  const list = "controlPlaneUpgrades";
  if (compareVersions(from.version, target) === "same") {
    const problem = "the control plane is at the target already, so there must be no steps";
    return steps.length === 0 ? undefined : { list, problem };
  }
  let current = from.version;
  for (const [index, written] of steps.entries()) {
    order.set(written, index);
    const version = parseKubernetesVersion(written);
    if (version === undefined) return { list, index, problem: notAVersion(written) };
    if (isNotLater(version, current)) return { list, index, problem: notLater(written, current) };
    const [minor, before] = [minorOf(version), minorOf(current)];
    if (minor !== before && minor !== before + 1n)
      return { list, index, problem: `${quoted(written)} skips minors: after ${before} comes ${before + 1n}` };
    minors.set(minor, written);
    current = version;
  }
  return endProblem(list, { current, target, to });
}

function notAVersion(written: string): string {
  return `${quoted(written)} is not a version`;
}

function quoted(written: string): string {
  return `"${excerpt(written)}"`;
}

function isNotLater(version: KubernetesVersion, current: KubernetesVersion): boolean {
  const order = compareVersions(version, current);
  return order === "less" || order === "same";
}

function notLater(written: string, current: KubernetesVersion): string {
  return `${quoted(written)} is not later than ${shown(current)}`;
}

function shown(version: KubernetesVersion): string {
  return formatKubernetesVersion(version);
}

interface PlanEnd {
  readonly current: KubernetesVersion;
  readonly target: KubernetesVersion;
  readonly to: string;
}

function endProblem(list: PlanProblem["list"], { current, target, to }: PlanEnd): PlanProblem | undefined {
  const problem = `the steps must end at ${excerpt(to)}, and end at ${shown(current)}`;
  return compareVersions(current, target) === "same" ? undefined : { list, problem };
}

function workersProblem(upgrade: Upgrade): PlanProblem | undefined {
  const { workers, workerSteps, target } = upgrade;
  const list = "workersUpgrades";
  const oldest = workers === "" ? undefined : parseKubernetesVersion(workers);
  if (workers !== "" && oldest === undefined)
    return { list, problem: "the request has a version of workers that cannot be read" };
  if (oldest === undefined || compareVersions(oldest, target) === "same") {
    const problem = "there are no workers, or they are at the target already, so there must be no steps";
    return workerSteps.length === 0 ? undefined : { list, problem };
  }
  const known = strangerProblem(upgrade);
  if (known !== undefined) return known;
  const steps = workerSteps.length > 0 ? workerSteps : usualSteps(upgrade, oldest);
  return steps === undefined ? undefined : stepsProblem(upgrade, oldest, steps);
}

/** Workers take steps of the control plane, or the version that it has. */
function strangerProblem({ steps, workerSteps, from }: Upgrade): PlanProblem | undefined {
  if (steps.length === 0) return undefined;
  const known = new Set([from.written, ...steps]);
  const index = workerSteps.findIndex((step) => !known.has(step));
  const problem = `${quoted(workerSteps[index] ?? "")} is no step of the control plane, and not its version`;
  return index === -1 ? undefined : { list: "workersUpgrades", index, problem };
}

/** The steps that Cluster API plans for workers when an answer has none; undefined when it does not check them. */
function usualSteps({ target, minors, to }: Upgrade, oldest: KubernetesVersion): readonly string[] | undefined {
  const steps: string[] = [];
  const last = minorOf(target) - minorOf(oldest);
  for (let i = mostBehind; last < 0n || i < last; i += mostBehind) {
    const step = minors.get(minorOf(oldest) + i);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps.at(-1) === to ? steps : [...steps, to];
}

function stepsProblem(
  { target, to, order }: Upgrade,
  oldest: KubernetesVersion,
  steps: readonly string[],
): PlanProblem | undefined {
  const list = "workersUpgrades";
  let current = oldest;
  for (const [index, written] of steps.entries()) {
    const version = parseKubernetesVersion(written);
    if (version === undefined) return { list, index, problem: notAVersion(written) };
    if (isNotLater(version, current) || isOutOfOrder(order, { written, version }, current))
      return { list, index, problem: notLater(written, current) };
    const behind = minorOf(version) - minorOf(current);
    if (behind < 0n || behind > mostBehind)
      return { list, index, problem: `${quoted(written)} is more than ${mostBehind} minors after ${shown(current)}` };
    current = version;
  }
  return endProblem(list, { current, target, to });
}

/** Builds that are words have the order that the control plane takes them in. */
function isOutOfOrder(
  order: ReadonlyMap<string, number>,
  { written, version }: Step,
  current: KubernetesVersion,
): boolean {
  if (compareVersions(version, current) !== "different") return false;
  const [next, before] = [order.get(written), order.get(shown(current))];
  return next === undefined || before === undefined || next < before;
}

/** Rejects a plan that Cluster API would reject. */
export function checkUpgradePlan({ request }: AnswerContext, payload: AnswerPayload): void {
  const [steps, workerSteps] = [versionsOf(payload["controlPlaneUpgrades"]), versionsOf(payload["workersUpgrades"])];
  const found = upgradePlanProblem({
    to: stringOf(request["toKubernetesVersion"]),
    controlPlane: stringOf(request["fromControlPlaneKubernetesVersion"]),
    workers: stringOf(request["fromWorkersKubernetesVersion"]),
    steps,
    workerSteps,
  });
  if (found === undefined) return;
  const { list, index, problem } = found;
  const path = index === undefined ? list : `${list}[${index}]`;
  throw new AnswerFault({
    code: "extension/upgrade-plan",
    path,
    problem: `${path}: ${problem}`,
    returned: { controlPlaneUpgrades: steps, workersUpgrades: workerSteps },
  });
}

function versionsOf(steps: unknown): readonly string[] {
  return Array.isArray(steps)
    ? steps.map((step: unknown) => stringOf(isJsonObject(step) ? step["version"] : step))
    : [];
}

/** Request and response have been checked: what is no string is not there. */
function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
