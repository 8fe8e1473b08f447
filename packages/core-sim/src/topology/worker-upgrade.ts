// The versions of the workers of a topology, MachineDeployments and MachinePools: which of them get the next one, which wait, and which are not created yet.
import type {
  Cluster,
  Machine,
  MachineDeployment,
  MachineDeploymentTopology,
  MachinePool,
  MachinePoolTopology,
} from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import type { SimContext } from "../writer.ts";
import { deferUpgrade, holdUpgradeSequence } from "./part-metadata.ts";
import type { HeldWorkers, UpgradeTracker } from "./upgrade-tracker.ts";

/** So many MachineDeployments, and so many MachinePools, are upgraded at once, unless an annotation has another number. */
const upgradeConcurrency = "topology.cluster.x-k8s.io/upgrade-concurrency";

/** Workers of a topology, and their object. */
export interface WorkersInUpgrade {
  readonly wanted: MachineDeploymentTopology | MachinePoolTopology;
  /** Undefined until it is created. */
  readonly current: MachineDeployment | MachinePool | undefined;
}

/** The labels that have the names of workers in their topology. */
export const nameLabels: Readonly<Record<"MachineDeployment" | "MachinePool", string>> = {
  MachineDeployment: labels.topologyDeploymentName,
  MachinePool: labels.topologyPoolName,
};

/** The name that a topology has for a MachineDeployment or a MachinePool. */
export function topologyName({ kind, metadata }: MachineDeployment | MachinePool): string | undefined {
  return metadata.labels?.[nameLabels[kind]];
}

/** The workers of one kind in a topology, in its order. */
export function workersOfTopology(
  workers: readonly WorkersInUpgrade["wanted"][] | undefined,
  current: readonly (MachineDeployment | MachinePool)[],
): readonly WorkersInUpgrade[] {
  return (workers ?? []).map((wanted) => ({
    wanted,
    current: current.find((each) => topologyName(each) === wanted.name),
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
    if (own.some((machine) => isOutdated(machine, deployment)))
      tracker.deployments.upgrading.add(keyOf(deployment).name);
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

/** Decides which version each MachineDeployment, or each MachinePool, gets in this reconcile, by its name. Those that wait are not among them. */
export function decideWorkerVersions(
  draft: Cluster,
  workers: readonly WorkersInUpgrade[],
  { tracker, held }: Pick<Decision, "tracker" | "held">,
): ReadonlyMap<string, string> {
  const most = Number(draft.metadata.annotations?.[upgradeConcurrency] ?? 1);
  const versions = new Map<string, string>();
  let isHeld = false;
  for (const { wanted, current } of workers) {
    const annotations = wanted.metadata?.annotations ?? {};
    isHeld ||= annotations[holdUpgradeSequence] !== undefined;
    if (current === undefined) {
      if (!tracker.isStable || isBlockedByHooks(tracker)) held.uncreated.add(wanted.name);
      continue;
    }
    const { name } = keyOf(current);
    const isDeferred = isHeld || annotations[deferUpgrade] !== undefined;
    const version = versionOf(current, { draft, tracker, held, isDeferred, most });
    if (version === undefined) held.pending.add(name);
    else versions.set(name, version);
  }
  return versions;
}

interface Decision {
  readonly draft: Cluster;
  readonly tracker: UpgradeTracker;
  /** Where those are remembered that do not have their version yet. */
  readonly held: HeldWorkers;
  readonly isDeferred: boolean;
  /** How many are upgraded at once. */
  readonly most: number;
}

/** The version of workers; undefined while they wait for another one. */
function versionOf(
  current: MachineDeployment | MachinePool,
  { draft, tracker, held, isDeferred, most }: Decision,
): string | undefined {
  const { name } = keyOf(current);
  const { version = "" } = current.spec.template.spec;
  if (version === draft.spec.topology?.version) return version;
  if (isDeferred) held.deferred.add(name);
  if (isDeferred || isBlockedByHooks(tracker) || held.upgrading.size >= most) return undefined;
  const [next] = tracker.plan.workers;
  if (!tracker.allowsWorkers || next === undefined || next === version) return undefined;
  held.upgrading.add(name);
  return next;
}

function isBlockedByHooks({ blocking }: UpgradeTracker): boolean {
  return blocking.has("AfterControlPlaneUpgrade") || blocking.has("BeforeWorkersUpgrade");
}

/** The version that workers get, or keep; undefined for those that do not exist. */
export function versionOfWorkers(
  workers: readonly WorkersInUpgrade[],
  versions: ReadonlyMap<string, string>,
  name: string,
): string | undefined {
  const current = workers.find(({ wanted }) => wanted.name === name)?.current;
  return current && (versions.get(keyOf(current).name) ?? current.spec.template.spec.version ?? "");
}

/** The workers that wait for another version, by their names in the topology. As core does it, they are not changed before, so that their machines are replaced once. */
export function heldWorkers(
  workers: readonly WorkersInUpgrade[],
  { pending, uncreated }: HeldWorkers,
): ReadonlySet<string> {
  const held = workers.filter(({ wanted, current }) =>
    current === undefined ? uncreated.has(wanted.name) : pending.has(keyOf(current).name),
  );
  return new Set(held.map(({ wanted }) => wanted.name));
}
