// The versions of the workers of a topology: which of them get the next one, which wait, and which are not created yet.
import type {
  Cluster,
  Machine,
  MachineDeployment,
  MachineDeploymentTopology,
  Topology,
} from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { deferUpgrade, holdUpgradeSequence } from "./part-metadata.ts";
import type { UpgradeTracker } from "./upgrade-tracker.ts";

/** So many MachineDeployments are upgraded at once, unless an annotation has another number. */
const upgradeConcurrency = "topology.cluster.x-k8s.io/upgrade-concurrency";

/** Workers of a topology, and their MachineDeployment. */
export interface WorkersInUpgrade {
  readonly wanted: MachineDeploymentTopology;
  /** Undefined until it is created. */
  readonly current: MachineDeployment | undefined;
}

/** The name that a topology has for a MachineDeployment. */
export function topologyName({ metadata }: MachineDeployment): string | undefined {
  return metadata.labels?.[labels.topologyDeploymentName];
}

/** The workers of a topology, in its order. */
export function workersOfTopology(
  topology: Topology,
  deployments: readonly MachineDeployment[],
): readonly WorkersInUpgrade[] {
  return (topology.workers?.machineDeployments ?? []).map((wanted) => ({
    wanted,
    current: deployments.find((each) => topologyName(each) === wanted.name),
  }));
}

/** Remembers the MachineDeployments whose machines do not all have its version yet. */
export async function markUpgradingWorkers(
  draft: Cluster,
  deployments: readonly MachineDeployment[],
  { context: { reader }, tracker }: { readonly context: SimContext; readonly tracker: UpgradeTracker },
): Promise<void> {
  const machines = await reader.machines(draft);
  // The selector of a MachineDeployment of a topology has this label: otherwise each would look through the machines of all.
  const name = labels.topologyDeploymentName;
  const groups = Map.groupBy(machines, ({ metadata }) => metadata.labels?.[name]);
  for (const deployment of deployments) {
    const selected = deployment.spec.selector.matchLabels?.[name];
    const own = selected === undefined ? machines : (groups.get(selected) ?? []);
    if (own.some((machine) => isOutdated(machine, deployment))) tracker.upgradingWorkers.add(keyOf(deployment).name);
  }
}

/** Whether a machine is one of a deployment, and it or its Node has another version. */
function isOutdated({ metadata, spec, status }: Machine, deployment: MachineDeployment): boolean {
  const { selector, template } = deployment.spec;
  const wanted = Object.entries(selector.matchLabels ?? {});
  const { version = "" } = template.spec;
  if (version === "" || !wanted.every(([name, value]) => metadata.labels?.[name] === value)) return false;
  const { kubeletVersion = "" } = status?.nodeInfo ?? {};
  return spec.version !== version || (kubeletVersion !== "" && kubeletVersion !== version);
}

/** Why core's webhook rejects the number of MachineDeployments that are upgraded at once; undefined where it does not. */
export function rejectedConcurrency({ metadata }: Cluster): string | undefined {
  const value = metadata.annotations?.[upgradeConcurrency];
  if (value === undefined || (/^\+?\d+$/.test(value) && Number(value) >= 1)) return undefined;
  const problem = /^[+-]?\d+$/.test(value)
    ? "value cannot be less than 1"
    : `could not parse the value of the annotation: strconv.Atoi: parsing ${JSON.stringify(value)}: invalid syntax`;
  return `metadata.annotations.${upgradeConcurrency}: Invalid value: ${JSON.stringify(value)}: ${problem}`;
}

/** Decides which version each MachineDeployment gets in this reconcile, by its name. Those that wait are not among them. */
export function decideWorkerVersions(
  draft: Cluster,
  workers: readonly WorkersInUpgrade[],
  tracker: UpgradeTracker,
): ReadonlyMap<string, string> {
  const most = Number(draft.metadata.annotations?.[upgradeConcurrency] ?? 1);
  const versions = new Map<string, string>();
  let isHeld = false;
  for (const { wanted, current } of workers) {
    const annotations = wanted.metadata?.annotations ?? {};
    isHeld ||= annotations[holdUpgradeSequence] !== undefined;
    if (current === undefined) {
      if (!tracker.isStable || isBlockedByHooks(tracker)) tracker.uncreatedWorkers.add(wanted.name);
      continue;
    }
    const { name } = keyOf(current);
    const isDeferred = isHeld || annotations[deferUpgrade] !== undefined;
    const version = versionOf(current, { draft, tracker, isDeferred, most });
    if (version === undefined) tracker.pendingWorkers.add(name);
    else versions.set(name, version);
  }
  return versions;
}

interface Decision {
  readonly draft: Cluster;
  readonly tracker: UpgradeTracker;
  readonly isDeferred: boolean;
  /** How many are upgraded at once. */
  readonly most: number;
}

/** The version of a MachineDeployment; undefined while it waits for another one. */
function versionOf(current: MachineDeployment, { draft, tracker, isDeferred, most }: Decision): string | undefined {
  const { name } = keyOf(current);
  const { version = "" } = current.spec.template.spec;
  if (version === draft.spec.topology?.version) return version;
  if (isDeferred) tracker.deferredWorkers.add(name);
  if (isDeferred || isBlockedByHooks(tracker) || tracker.upgradingWorkers.size >= most) return undefined;
  const [next] = tracker.plan.workers;
  if (!tracker.allowsWorkers || next === undefined || next === version) return undefined;
  tracker.upgradingWorkers.add(name);
  return next;
}

function isBlockedByHooks({ blocking }: UpgradeTracker): boolean {
  return blocking.has("AfterControlPlaneUpgrade") || blocking.has("BeforeWorkersUpgrade");
}
