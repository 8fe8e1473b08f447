// Plans of upgrades from the versions that there are: the control plane takes one version of each minor, workers as few of these steps as they may.
import {
  compareVersions,
  formatKubernetesVersion,
  type KubernetesVersion,
  parseKubernetesVersion,
} from "@capstan/contract/versions";
import type { GenerateUpgradePlanRequest } from "@capstan/api/hooks/v1alpha1";
import { excerpt } from "@capstan/kube";
import type { HookContext } from "../authoring/context.ts";
import type { HandlerWithOptions, UpgradePlan } from "../authoring/handlers.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import type { SettingDeclarations, Settings } from "../authoring/settings.ts";
import { extensionError } from "../errors.ts";

/** An upgrade that a plan is wanted for. */
export interface WantedUpgrade {
  /** The version that the control plane has. */
  readonly from: string;
  /** The version that all are to have. */
  readonly to: string;
  /** The oldest version of workers; without it there are none. */
  readonly workers?: string | undefined;
  /** Versions that can be installed, in any order. Of two builds that have no order, the later one in the list is taken. Without them, `to` can be one minor away. */
  readonly available?: readonly string[];
}

/** Workers may be so many minors behind the control plane. */
const mostBehind = 3;

/** A version as it is written in a plan, and in parts. */
interface Step {
  readonly written: string;
  readonly version: KubernetesVersion;
  readonly minor: number;
}

/**
 * Plans an upgrade by the rules that Cluster API checks. The control plane takes the newest available version of each minor up to the target. Workers take as few of these steps
 * as they may, so that they are replaced as seldom as possible: they may be three minors behind. Those that have the target, and a control plane that has it, have no steps.
 *
 * Throws `extension/no-upgrade-plan` when there is no plan: something is not a version, the target is older than the control plane, of another major version, or not
 * available, no version of a minor in between is available, or the workers are newer than the control plane or too far behind it.
 *
 * @example
 * upgradePlan({ from: "v1.31.4", to: "v1.34.1", workers: "v1.30.2", available: ["v1.32.9", "v1.33.4", "v1.33.5", "v1.34.1"] });
 * // the control plane goes to v1.32.9, v1.33.5 and v1.34.1, workers to v1.33.5 and v1.34.1
 */
export function upgradePlan(wanted: WantedUpgrade): UpgradePlan {
  const reject = (problem: string): never => {
    const values = { from: excerpt(wanted.from), to: excerpt(wanted.to), problem };
    throw extensionError("extension/no-upgrade-plan", values);
  };
  const read = (written: string): Step => stepOf(written) ?? reject(`"${excerpt(written)}" is not a version`);
  const [from, to] = [read(wanted.from), { ...read(wanted.to), written: wanted.to }];
  const workers = wanted.workers === undefined || wanted.workers === "" ? undefined : read(wanted.workers);
  const available = wanted.available?.map((written) => read(written));
  const problem = targetProblem(from, to, available) ?? workersProblem(from, workers);
  if (problem !== undefined) reject(problem);
  const steps = isSame(from, to) ? [] : [...between({ from, to, available: available ?? [] }, reject), to];
  const workerSteps = workers === undefined || isSame(workers, to) ? [] : stepsOfWorkers(workers, to, [from, ...steps]);
  const [first] = workerSteps;
  if (workers !== undefined && first !== undefined && hasNoOrder(workers, first, from))
    reject(`it is not known whether ${first.written} is newer than ${workers.written}, which the workers have`);
  return {
    ...(steps.length > 0 && { controlPlaneUpgrades: steps.map(({ written: version }) => ({ version })) }),
    ...(workerSteps.length > 0 && { workersUpgrades: workerSteps.map(({ written: version }) => ({ version })) }),
  };
}

/** Whether workers would go to a build without an order that the control plane does not come from. */
function hasNoOrder(workers: Step, first: Step, from: Step): boolean {
  return compareVersions(first.version, workers.version) === "different" && !isSame(workers, from);
}

function stepOf(given: string): Step | undefined {
  const version = parseKubernetesVersion(given);
  if (version === undefined) return undefined;
  return { written: formatKubernetesVersion(version), version, minor: Number(version.numbers[1]) };
}

function isSame(a: Step, b: Step): boolean {
  return compareVersions(a.version, b.version) === "same";
}

function targetProblem(from: Step, to: Step, available: readonly Step[] | undefined): string | undefined {
  if (from.version.numbers[0] !== to.version.numbers[0]) return "they have different major versions";
  if (compareVersions(to.version, from.version) === "less") return "the target is older";
  if (available === undefined || isSame(from, to) || available.some((step) => isSame(step, to))) return undefined;
  return "the target is not available";
}

function workersProblem(from: Step, workers: Step | undefined): string | undefined {
  if (workers === undefined) return undefined;
  if (compareVersions(workers.version, from.version) === "greater")
    return `the workers have ${workers.written}, which is newer than the control plane`;
  const behind = from.minor - workers.minor;
  if (workers.version.numbers[0] === from.version.numbers[0] && behind <= mostBehind) return undefined;
  return `the workers have ${workers.written}, and may be ${mostBehind} minors behind the control plane at most`;
}

interface Upgrade {
  readonly from: Step;
  readonly to: Step;
  readonly available: readonly Step[];
}

/** The newest available version of each minor in between. */
function between({ from, to, available }: Upgrade, reject: (problem: string) => never): Step[] {
  const newest = new Map<number, Step>();
  const [major] = from.version.numbers;
  for (const step of available.filter(({ version }) => version.numbers[0] === major)) {
    const known = newest.get(step.minor);
    if (known === undefined || compareVersions(step.version, known.version) !== "less") newest.set(step.minor, step);
  }
  const steps: Step[] = [];
  for (let minor = from.minor + 1; minor < to.minor; minor += 1)
    steps.push(newest.get(minor) ?? reject(`no version of ${major}.${minor} is available`));
  return steps;
}

/** A step whenever the control plane could not go on without it, and the target. */
function stepsOfWorkers(workers: Step, to: Step, known: readonly Step[]): Step[] {
  const byMinor = new Map(known.map((step) => [step.minor, step]));
  const steps: Step[] = [];
  for (let minor = workers.minor + mostBehind; minor < to.minor; minor += mostBehind) {
    const step = byMinor.get(minor);
    if (step !== undefined) steps.push(step);
  }
  return [...steps, to];
}

/** Which versions can be installed: a list, or a function of the request, which may look for them. */
export interface UpgradePlannerOptions<D extends SettingDeclarations = SettingDeclarations> {
  readonly available:
    | readonly string[]
    | ((
        request: GenerateUpgradePlanRequest,
        context: HookContext<Settings<D>>,
      ) => readonly string[] | Promise<readonly string[]>);
  /** The settings of the extension, as `defineExtension` is given them: they type `context.settings`. */
  readonly settings?: D;
}

/**
 * Creates a handler of GenerateUpgradePlan that plans with `upgradePlan`, from a list of versions or from what a function finds for the Cluster. An upgrade without a plan
 * fails the call with the message of `extension/no-upgrade-plan`. Cluster API keeps an answer for ten minutes.
 *
 * @example
 * generateUpgradePlan: { "plans-v1": upgradePlanner({ available: ["v1.34.3", "v1.35.1", "v1.36.0"] }) },
 */
export function upgradePlanner<const D extends SettingDeclarations = SettingDeclarations>({
  available,
}: UpgradePlannerOptions<D>): HandlerWithOptions<GenerateUpgradePlanRequest, Proceed<UpgradePlan>, Settings<D>> {
  return {
    handle: async (request, context) =>
      proceed(
        upgradePlan({
          from: request.fromControlPlaneKubernetesVersion,
          to: request.toKubernetesVersion,
          workers: request.fromWorkersKubernetesVersion,
          available: typeof available === "function" ? await available(request, context) : available,
        }),
      ),
  };
}
