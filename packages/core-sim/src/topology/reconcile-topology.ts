// Plays the topology controller: what a Cluster of a ClusterClass consists of, its upgrade, and the lifecycle hooks around both. Patches that a class defines itself, MachinePools,
// and changes of templates or variables after the creation are not played.
import { hookCatalog } from "@capstan/api/catalog";
import { Cluster, ClusterClass, MachineDeployment, type Topology } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { readField, writeField } from "@capstan/contract/fields";
import { deepClone, errorFrom, keyOf } from "@capstan/kube";
import { okToDelete } from "../cluster/delete-cluster.ts";
import type { External } from "../cluster-reader.ts";
import { pauseReason } from "../conditions.ts";
import { controller, type SimController } from "../controllers.ts";

import { referenceOf } from "../reported.ts";
import { SavedDraft } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { type ClassWork, readBlueprint } from "./class-blueprint.ts";
import { createTopology } from "./create-topology.ts";
import { deleteHealthCheck } from "./health-checks.ts";
import { addPending, HookFailure, HookGates, isPending, removePending, UnansweredPatches } from "./hook-gates.ts";
import {
  markDeletingTopology,
  markFailedTopology,
  markHeldCreation,
  markPausedTopology,
  markTopologyProgress,
} from "./topology-condition.ts";
import type { TopologyHooks } from "./topology-hooks.ts";
import { decideControlPlaneVersion } from "./topology-upgrade.ts";
import { rejectedVersion, type VersionedParts } from "./topology-version.ts";
import { InvalidPlan } from "./upgrade-plan.ts";
import { UpgradeTracker } from "./upgrade-tracker.ts";
import { decideWorkerVersions, rejectedConcurrency, topologyName, workersOfTopology } from "./worker-upgrade.ts";

/** The controller of Clusters of a class. */
export function topologyController(hooks: TopologyHooks | undefined): SimController {
  const kept = { gates: new HookGates(hooks), accepted: new Map<string, string>() };
  return controller(Cluster, { reconcile: (cluster, context) => reconcile(cluster, context, kept) });
}

/** What is known beside the objects. */
interface Kept {
  readonly gates: HookGates;
  /** The last version of each topology that core's webhook accepts, by the UIDs of the Clusters. */
  readonly accepted: Map<string, string>;
}

interface Work extends Kept {
  readonly draft: Cluster;
  readonly topology: Topology;
  readonly context: SimContext;
  readonly tracker: UpgradeTracker;
  /** Saves the draft as it is now. */
  readonly save: () => Promise<void>;
}

/** What a Cluster consists of. */
interface Parts {
  readonly clusterClass: ClusterClass;
  readonly controlPlane: External<"ControlPlane">;
  readonly deployments: readonly MachineDeployment[];
}

async function reconcile(cluster: Cluster, context: SimContext, kept: Kept): Promise<void> {
  const { topology } = cluster.spec;
  if (topology === undefined) return;
  const saved = new SavedDraft(cluster, context, (before, after) => context.writer.store(Cluster, before, after));
  const { draft } = saved;
  const work = { draft, topology, context, tracker: new UpgradeTracker(), save: () => saved.save(), ...kept };
  try {
    const paused = pauseReason(cluster, cluster);
    if (paused !== undefined) markPausedTopology(draft, paused);
    else if (isDeleting(cluster)) await allowDeletion(work);
    else await reconcileNormal(work);
    await saved.save();
  } catch (error) {
    // What was not saved did not happen.
    if (!(error instanceof UnansweredPatches))
      await saved.saveOnly((failed) => markFailedTopology(failed, errorFrom(error).message)).catch(() => undefined);
    if (!(error instanceof HookFailure || error instanceof InvalidPlan)) throw error;
  }
}

async function allowDeletion(work: Work): Promise<void> {
  const { draft, context, gates, accepted, tracker } = work;
  accepted.delete(draft.metadata.uid ?? "");
  gates.forget(hookCatalog.BeforeClusterCreate, draft);
  const call = { draft, context, hook: hookCatalog.BeforeClusterDelete, request: {}, blocking: tracker.blocking };
  const { annotations } = draft.metadata;
  if (annotations?.[okToDelete] === undefined && (await gates.open(call)))
    draft.metadata.annotations = { ...annotations, [okToDelete]: "" };
  markDeletingTopology(draft, tracker);
}

async function reconcileNormal(work: Work): Promise<void> {
  const { draft, topology, context, gates, tracker } = work;
  const { namespace } = keyOf(draft);
  const key = { namespace: topology.classRef.namespace ?? namespace, name: topology.classRef.name };
  const clusterClass = await context.reader.lists.find(ClusterClass, key);
  if (clusterClass === undefined) return markFailedTopology(draft, `ClusterClass ${key.name} does not exist`);
  const current = await findControlPlane(work);
  const deployments = await ownDeployments(work);
  const rejected =
    rejectedConcurrency(draft) ??
    rejectionOf(work, clusterClass, { controlPlane: current, deployments }) ??
    unknownClass(topology, clusterClass);
  if (rejected !== undefined) return markFailedTopology(draft, rejected);
  const classWork = { draft, topology, clusterClass, context, hooks: gates.patching(draft, context) };
  if (draft.spec.infrastructureRef === undefined || draft.spec.controlPlaneRef === undefined) {
    if (!(await createParts(work, classWork))) return markHeldCreation(draft, tracker);
    return markTopologyProgress(draft, tracker);
  }
  if (current === undefined) return markFailedTopology(draft, unreadControlPlane(draft));
  await reconcileParts(work, { clusterClass, controlPlane: current, deployments }, classWork);
  markTopologyProgress(draft, tracker);
}

/** Creates the parts, unless a hook delays it. */
async function createParts(work: Work, classWork: ClassWork): Promise<boolean> {
  const { draft, context, gates, tracker } = work;
  const blueprint = await readBlueprint(classWork);
  const isNew = draft.spec.infrastructureRef === undefined && draft.spec.controlPlaneRef === undefined;
  if (isNew) {
    const call = { draft, context, hook: hookCatalog.BeforeClusterCreate, request: {}, blocking: tracker.blocking };
    if (!(await gates.open(call))) return false;
  }
  try {
    await createTopology(classWork, blueprint);
  } catch (error) {
    if (error instanceof HookFailure || error instanceof UnansweredPatches)
      gates.keepOpen(hookCatalog.BeforeClusterCreate, draft);
    throw error;
  }
  // Not before: patches get the annotations of the Cluster.
  if (isNew) addPending(draft, hookCatalog.AfterControlPlaneInitialized.name);
  return true;
}

/** The steps of a Cluster that exists, in the order of core. */
async function reconcileParts(work: Work, parts: Parts, classWork: ClassWork): Promise<void> {
  const { draft, topology, tracker, save } = work;
  const { deployments } = parts;
  await decideControlPlaneVersion({ ...work, ...parts, version: topology.version });
  const workers = workersOfTopology(draft, deployments);
  const versions = decideWorkerVersions(draft, workers, tracker);
  setUpgradeStep(draft, tracker, isPending(draft, "AfterClusterUpgrade"));
  await callAfterInitialization(work);
  await callAfterUpgrade(work);
  await saveControlPlane(work, parts.controlPlane);
  await save();
  if (workers.some(({ wanted, current }) => current === undefined && !tracker.uncreatedWorkers.has(wanted.name)))
    await createTopology(classWork, await readBlueprint(classWork));
  await saveWorkers(work, deployments, versions);
}

/** Why core's webhook would reject the version. One that it accepts is remembered, because most of its rules are about changes. */
function rejectionOf(
  { draft, topology, accepted }: Work,
  clusterClass: ClusterClass,
  parts: VersionedParts,
): string | undefined {
  const { uid = "" } = draft.metadata;
  const { controlPlane } = parts;
  const known = accepted.get(uid);
  const own = controlPlane && readField(controlPlane.object, controlPlane.view, "version");
  const from = known ?? (typeof own === "string" ? own : undefined);
  const rejected = rejectedVersion(draft, { clusterClass, from, parts: known === undefined ? undefined : parts });
  if (rejected === undefined) accepted.set(uid, topology.version);
  return rejected;
}

/** Core's webhook rejects workers of a class that does not exist too, and the controller fails where it does not run. */
function unknownClass(topology: Topology, clusterClass: ClusterClass): string | undefined {
  const classes = clusterClass.spec.workers?.machineDeployments ?? [];
  const unknown = topology.workers?.machineDeployments?.find(
    (each) => !classes.some((own) => own.class === each.class),
  );
  if (unknown === undefined) return undefined;
  const { namespace, name } = keyOf(clusterClass);
  return `MachineDeployment class ${unknown.class} not found in ClusterClass ${namespace}/${name}`;
}

/** What the controller fails with when the control plane was deleted. */
function unreadControlPlane(draft: Cluster): string {
  const { kind = "", name = "" } = draft.spec.controlPlaneRef ?? {};
  return `failed to read ${kind} ${keyOf(draft).namespace}/${name}: it does not exist`;
}

async function findControlPlane({ draft, context }: Work): Promise<External<"ControlPlane"> | undefined> {
  const reference = referenceOf(draft, "ControlPlane");
  return reference && context.reader.external(draft, reference, "ControlPlane");
}

async function ownDeployments({ draft, context }: Work): Promise<readonly MachineDeployment[]> {
  const all = await context.reader.descendants(MachineDeployment, draft);
  return all.filter((deployment) => topologyName(deployment) !== undefined);
}

/** The version of the control plane while a Cluster is upgraded: it may differ from that of the topology. */
const upgradeStep = "topology.internal.cluster.x-k8s.io/upgrade-step";

function setUpgradeStep({ metadata }: Cluster, { controlPlaneVersion }: UpgradeTracker, isUpgraded: boolean): void {
  const { [upgradeStep]: before, ...others } = metadata.annotations ?? {};
  const wanted = isUpgraded ? controlPlaneVersion : undefined;
  if (before === wanted) return;
  metadata.annotations = wanted === undefined ? others : { ...others, [upgradeStep]: wanted };
}

/** Calls the hook once the control plane is initialized. It cannot delay: until it is answered, it is called again. */
async function callAfterInitialization({ draft, context, gates, save }: Work): Promise<void> {
  const hook = hookCatalog.AfterControlPlaneInitialized;
  const isInitialized = draft.status?.initialization?.controlPlaneInitialized === true;
  if (!isInitialized || !isPending(draft, hook.name)) return;
  if (!(await gates.open({ draft, context, hook, request: {}, blocking: new Map() }))) return;
  removePending(draft, hook.name);
  await save();
}

/** Calls the hook once all parts have the version. */
async function callAfterUpgrade({ draft, context, gates, tracker, topology, save }: Work): Promise<void> {
  const hook = hookCatalog.AfterClusterUpgrade;
  const others = [hookCatalog.AfterControlPlaneUpgrade, hookCatalog.AfterWorkersUpgrade];
  if (!isPending(draft, hook.name) || others.some(({ name }) => isPending(draft, name))) return;
  if (!tracker.isStable || !tracker.hasWorkersDone) return;
  const request = { kubernetesVersion: topology.version };
  if (!(await gates.open({ draft, context, hook, request, blocking: tracker.blocking }))) return;
  removePending(draft, hook.name);
  await save();
}

/** Version and number of the control plane. As core does it, one that waits for another version keeps its number: it is changed once. */
async function saveControlPlane(
  { topology, context, tracker }: Work,
  { resource, object, view }: External<"ControlPlane">,
): Promise<void> {
  if (tracker.isPending) return;
  const changed = deepClone(object);
  const { replicas } = topology.controlPlane ?? {};
  if (replicas !== undefined) writeField(changed, { view, name: "replicas" }, replicas);
  if (typeof readField(object, view, "version") === "string")
    writeField(changed, { view, name: "version" }, tracker.controlPlaneVersion);
  await context.writer.save(resource, object, changed);
}

/** Versions and numbers of workers, except of those that wait for another version; what the topology names no more is deleted. */
async function saveWorkers(
  { topology, context }: Work,
  deployments: readonly MachineDeployment[],
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  for (const deployment of deployments) {
    const wanted = topology.workers?.machineDeployments?.find(({ name }) => name === topologyName(deployment));
    const version = versions.get(keyOf(deployment).name);
    if (wanted === undefined) {
      await context.writer.delete(MachineDeployment, deployment);
      await deleteHealthCheck(keyOf(deployment), context);
    } else if (version !== undefined && !isDeleting(deployment)) {
      const changed = deepClone(deployment);
      if (version !== "") changed.spec.template.spec.version = version;
      if (wanted.replicas !== undefined) changed.spec.replicas = wanted.replicas;
      await context.writer.save(MachineDeployment, deployment, changed);
    }
  }
}
