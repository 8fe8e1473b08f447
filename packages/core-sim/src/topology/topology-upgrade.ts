// The version of the control plane of a played Cluster of a class, one step of its upgrade after the other, with the hooks around each.
import { hookCatalog } from "@capstan/api/catalog";
import type { Cluster, ClusterClass, MachineDeployment, MachinePool } from "@capstan/api/core/v1beta2";
import { readField } from "@capstan/contract/fields";
import type { External } from "../cluster-reader.ts";
import type { SimContext } from "../writer.ts";
import { addPendingHooks, type HookGates, isHookPending, removePendingHook } from "./hook-gates.ts";
import { isOlderVersion } from "../kubernetes-version.ts";
import { reportedVersions } from "../cluster/control-plane.ts";
import { type PlannedStep, plannedStepsOf, upgradePlanOf } from "./upgrade-plan.ts";
import type { UpgradeTracker } from "./upgrade-tracker.ts";
import { markUpgradingPools } from "./pool-upgrade.ts";
import { markUpgradingWorkers } from "./worker-upgrade.ts";

/** A Cluster that exists, and what it consists of. */
export interface UpgradeWork {
  readonly draft: Cluster;
  readonly clusterClass: ClusterClass;
  readonly context: SimContext;
  readonly gates: HookGates;
  readonly tracker: UpgradeTracker;
  /** Saves the draft. Hooks that are to be called are saved before what they report begins, so that none is lost. */
  readonly save: () => Promise<void>;
  /** The version that the topology names. */
  readonly version: string;
  readonly controlPlane: External<"ControlPlane">;
  readonly deployments: readonly MachineDeployment[];
  readonly pools: readonly MachinePool[];
}

/** What is known of a step that may have started. */
export type StartedStep = Pick<UpgradeWork, "draft" | "tracker" | "save">;

/** A user who sets an annotation of this name lets an upgrade wait. */
const beforeUpgrade = "before-upgrade.hook.cluster.cluster.x-k8s.io";

/** Decides which version the control plane gets in this reconcile, and calls the hooks that are due; the tracker says what was found. */
export async function decideControlPlaneVersion(work: UpgradeWork): Promise<void> {
  const { tracker, version, controlPlane, clusterClass, deployments, pools } = work;
  await markUpgradingWorkers(work.draft, deployments, work);
  await markUpgradingPools(work.draft, pools, work);
  const current = readField(controlPlane.object, controlPlane.view, "version");
  tracker.controlPlaneKind = controlPlane.object.kind;
  // A control plane without versions has always the one that is wanted.
  tracker.controlPlaneVersion = typeof current === "string" ? current : version;
  tracker.plan = upgradePlanOf(clusterClass, [...deployments, ...pools], {
    from: tracker.controlPlaneVersion,
    to: version,
  });
  if (typeof current !== "string") return;
  tracker.isControlPlanePending = current !== version;
  const reported = reportedVersions(controlPlane);
  tracker.isProvisioning = reported.length === 0;
  if (tracker.isProvisioning) return;
  tracker.isUpgrading = reported.some((each) => isOlderVersion(each, current));
  if (tracker.isUpgrading) return recoverStep(work);
  if (!(await passedStep(work)) || !tracker.isControlPlanePending) return;
  const next = tracker.plan.controlPlane[0];
  if (next !== undefined && (await mayBegin(work, next))) {
    tracker.isStarting = true;
    tracker.isControlPlanePending = false;
    tracker.controlPlaneVersion = next;
  }
}

/** What is due after a step was not saved when the control plane got its version. */
async function recoverStep({ draft, tracker, save }: UpgradeWork): Promise<void> {
  if (isHookPending(draft, "AfterControlPlaneUpgrade")) return;
  addPendingHooks(draft, ...hooksAfter(tracker.controlPlaneVersion, tracker));
  await save();
}

/** Ends the last step: the hooks after it, and the upgrade of workers to the version of the control plane. */
async function passedStep(work: UpgradeWork): Promise<boolean> {
  const { tracker } = work;
  const current = tracker.controlPlaneVersion;
  if (!(await passed(work, "AfterControlPlaneUpgrade"))) return false;
  if (!(await passedBeforeWorkers(work))) return false;
  tracker.isWaitingForWorkers = tracker.plan.workers[0] === current;
  if (tracker.isWaitingForWorkers || tracker.isUpgradingWorkers) return false;
  return passed(work, "AfterWorkersUpgrade");
}

/** Calls a hook that reports what was reached, if it was not called yet. */
async function passed(work: UpgradeWork, name: "AfterControlPlaneUpgrade" | "AfterWorkersUpgrade"): Promise<boolean> {
  const { draft, gates, context, tracker, save } = work;
  if (!isHookPending(draft, name)) return true;
  const request = { kubernetesVersion: tracker.controlPlaneVersion, ...plannedSteps(tracker) };
  const { blocking } = tracker;
  if (!(await gates.open({ draft, context, hook: hookCatalog[name], request, blocking }))) return false;
  removePendingHook(draft, name);
  await save();
  return true;
}

async function passedBeforeWorkers({ draft, gates, context, tracker, save }: UpgradeWork): Promise<boolean> {
  const hook = hookCatalog.BeforeWorkersUpgrade;
  if (!isHookPending(draft, hook.name)) return true;
  const { blocking, plan, controlPlaneVersion } = tracker;
  const versions = { fromKubernetesVersion: plan.lowestWorkers, toKubernetesVersion: controlPlaneVersion };
  const request = { ...versions, ...plannedSteps(tracker) };
  if (!(await gates.open({ draft, context, hook, request, blocking }))) return false;
  removePendingHook(draft, hook.name);
  await save();
  return true;
}

/** Calls the hooks before a step, and remembers those after it. */
async function mayBegin(work: UpgradeWork, next: string): Promise<boolean> {
  const { draft, gates, context, tracker } = work;
  const { blocking, controlPlaneVersion } = tracker;
  const versions = { fromKubernetesVersion: controlPlaneVersion, toKubernetesVersion: next };
  const request = { ...versions, ...plannedSteps(tracker) };
  if (!(await passedBeforeCluster(work))) return false;
  const hook = hookCatalog.BeforeControlPlaneUpgrade;
  if (!(await gates.open({ draft, context, hook, request, blocking }))) return false;
  tracker.hooksOfStep = hooksAfter(next, tracker);
  return true;
}

/** The hooks that are due after the step to a version. */
function hooksAfter(version: string, { plan }: UpgradeTracker): readonly string[] {
  return [
    "AfterControlPlaneUpgrade",
    ...(plan.workers[0] === version ? ["BeforeWorkersUpgrade", "AfterWorkersUpgrade"] : []),
  ];
}

/** The control plane has the version of the step that starts: remembers the hooks that are due after it. */
export async function rememberStep({ draft, tracker, save }: StartedStep): Promise<void> {
  addPendingHooks(draft, ...tracker.hooksOfStep);
  await save();
}

/** At the beginning of an upgrade: annotations of users, then the hook. */
async function passedBeforeCluster({ draft, gates, context, tracker, save, version }: UpgradeWork): Promise<boolean> {
  if (isHookPending(draft, "AfterClusterUpgrade")) return true;
  const hook = hookCatalog.BeforeClusterUpgrade;
  const { blocking, controlPlaneVersion } = tracker;
  const annotations = Object.keys(draft.metadata.annotations ?? {}).filter((name) => name.startsWith(beforeUpgrade));
  if (annotations.length > 0) {
    const are = annotations.length === 1 ? "annotation" : "annotations";
    const set = annotations.length === 1 ? "is set" : "are set";
    blocking.set(hook.name, `${are} ${annotations.toSorted().join(", ")} ${set}`);
    return false;
  }
  const versions = { fromKubernetesVersion: controlPlaneVersion, toKubernetesVersion: version };
  const request = { ...versions, ...plannedSteps(tracker) };
  if (!(await gates.open({ draft, context, hook, request, blocking }))) return false;
  addPendingHooks(draft, "AfterClusterUpgrade");
  await save();
  return true;
}

/** The steps that are left, for the requests of hooks. */
function plannedSteps({ plan }: UpgradeTracker): {
  controlPlaneUpgrades?: PlannedStep[];
  workersUpgrades?: PlannedStep[];
} {
  const [controlPlaneUpgrades, workersUpgrades] = [plan.controlPlane, plan.workers].map((each) => [
    ...plannedStepsOf(each),
  ]);
  return {
    ...(controlPlaneUpgrades?.length ? { controlPlaneUpgrades } : {}),
    ...(workersUpgrades?.length ? { workersUpgrades } : {}),
  };
}
