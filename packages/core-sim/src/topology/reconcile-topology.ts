// Plays the topology controller: what a Cluster of a ClusterClass consists of, its upgrade, and the lifecycle hooks around both.
import { hookCatalog } from "@capstan/api/catalog";
import { Cluster, type ClusterClass, type Topology } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { readField } from "@capstan/contract/fields";
import { errorFrom, keyOf, type KubeObject } from "@capstan/kube";
import type { AcceptedClasses } from "../cluster-class/accepted-classes.ts";
import { okToDelete } from "../cluster/delete-cluster.ts";
import { upgradeStep } from "../cluster/upgrade-step.ts";
import type { External } from "../cluster-reader.ts";
import { pauseReason } from "../conditions.ts";
import { controller, type SimController } from "../controllers.ts";
import { SavedDraft } from "../drafts.ts";
import type { SimContext } from "../writer.ts";
import { AcceptedTemplates } from "./accepted-templates.ts";
import { AppliedParts } from "./applied-parts.ts";
import { applyControlPlane, applyControlPlaneCheck, applyInfrastructure, type TopologyWork } from "./apply-topology.ts";
import { resourceFor } from "./apply-part.ts";
import { applyPools } from "./apply-pools.ts";
import { applyWorkers } from "./apply-workers.ts";
import { type ClassBlueprint, type PartVersions, readBlueprint } from "./class-blueprint.ts";
import { patchClass } from "./class-templates.ts";
import { type CurrentParts, readCurrentParts, storedParts } from "./current-parts.ts";
import { addPendingHooks, HookGates, isHookPending, removePendingHook } from "./hook-gates.ts";
import { partLabels } from "./part-metadata.ts";
import { namesOfParts } from "./part-names.ts";
import {
  markDeletingTopology,
  markFailedTopology,
  markHeldCreation,
  markPausedTopology,
  markTopologyProgress,
} from "./topology-condition.ts";
import type { TopologyHooks } from "./topology-hooks.ts";
import { decideControlPlaneVersion, rememberStep } from "./topology-upgrade.ts";
import { isRejection, TopologyFailure, UnansweredPatches } from "./topology-failure.ts";
import { rejectedVersion, type VersionedParts } from "./topology-version.ts";
import { setUpgradePlan } from "./upgrade-plan.ts";
import { UpgradeTracker } from "./upgrade-tracker.ts";
import { rejectedVariables } from "./variable-values.ts";
import { rejectedTopologyRollout } from "./worker-rollout-limits.ts";
import {
  decideWorkerVersions,
  heldWorkers,
  rejectedConcurrency,
  versionOfWorkers,
  workersOfTopology,
} from "./worker-upgrade.ts";

/** The controller of Clusters of a class. Other controllers know the classes, too. */
export function topologyController(hooks: TopologyHooks | undefined, classes: AcceptedClasses): SimController {
  const kept = {
    gates: new HookGates(hooks),
    classes,
    templates: new AcceptedTemplates(),
    applied: new Map<string, AppliedParts>(),
  };
  return controller(Cluster, { reconcile: (cluster, context) => reconcile(cluster, context, kept) });
}

/** What is known beside the objects. */
interface Kept {
  readonly gates: HookGates;
  /** With the version of each topology that core's webhook accepts. */
  readonly classes: AcceptedClasses;
  readonly templates: AcceptedTemplates;
  /** What was applied to the parts of each Cluster, by the UIDs of the Clusters. */
  readonly applied: Map<string, AppliedParts>;
}

interface Work extends Kept {
  readonly draft: Cluster;
  /** That of the Cluster, with the version before while the one that is stored is rejected. */
  readonly topologyInForce: Topology;
  readonly context: SimContext;
  readonly tracker: UpgradeTracker;
  readonly saved: SavedDraft<Cluster>;
  /** Saves the draft as it is now. */
  readonly save: () => Promise<void>;
}

async function reconcile(cluster: Cluster, context: SimContext, kept: Kept): Promise<void> {
  const { topology } = cluster.spec;
  if (topology === undefined) return;
  const saved = new SavedDraft(cluster, context, (before, after) => context.writer.store(Cluster, before, after));
  const { draft } = saved;
  const tracker = new UpgradeTracker();
  const work = { draft, topologyInForce: topology, context, tracker, saved, save: () => saved.save(), ...kept };
  try {
    if (isDeleting(cluster)) forget(work);
    const paused = pauseReason(cluster, cluster);
    if (paused !== undefined) markPausedTopology(draft, paused);
    else if (isDeleting(cluster)) await allowDeletion(work);
    else await reconcileNormal(work);
    if (tracker.hasPlan) setUpgradePlan(draft, tracker.plan);
    await saved.save();
  } catch (error) {
    // What was not saved did not happen.
    const isReported =
      !(error instanceof UnansweredPatches) &&
      (await saved
        .saveOnly((failed) => {
          markFailedTopology(failed, tracker, errorFrom(error).message);
          if (tracker.hasPlan) setUpgradePlan(failed, tracker.plan);
        })
        .then(
          () => true,
          (unsaved: unknown) => reportUnsaved(errorFrom(error), unsaved),
        ));
    // The condition says what is rejected; it is not tried again before something changes.
    if (!isReported || !(error instanceof TopologyFailure || isRejection(error))) throw error;
  }
}

/** The condition does not say why the topology failed, and nothing else does where that is rejected. */
function reportUnsaved(failure: Error, unsaved: unknown): boolean {
  if (!(failure instanceof TopologyFailure || isRejection(failure))) return false;
  if (!isRejection(unsaved)) throw unsaved;
  const { message } = unsaved;
  throw new Error(`${failure.message}; the condition TopologyReconciled cannot say so: ${message}`, { cause: failure });
}

async function allowDeletion(work: Work): Promise<void> {
  const { draft, context, gates, tracker } = work;
  gates.forget(draft);
  const call = { draft, context, hook: hookCatalog.BeforeClusterDelete, request: {}, blocking: tracker.blocking };
  const { annotations } = draft.metadata;
  if (annotations?.[okToDelete] === undefined && (await gates.open(call)))
    draft.metadata.annotations = { ...annotations, [okToDelete]: "" };
  markDeletingTopology(draft, tracker);
}

async function reconcileNormal(work: Work): Promise<void> {
  const { draft, topologyInForce: topology, context, tracker } = work;
  const clusterClass = await acceptedClass(work);
  const current = await readCurrentParts(draft, context.reader);
  const concurrency = rejectedConcurrency(draft);
  if (concurrency !== undefined) throw new TopologyFailure(concurrency);
  const accepted = acceptedWork(work, clusterClass, current);
  const rejected =
    unknownClass(topology, clusterClass) ??
    rejectedTopologyRollout(draft, clusterClass) ??
    rejectedVariables(draft, clusterClass);
  if (rejected !== undefined) throw new TopologyFailure(rejected);
  work.classes.versions.set(draft, accepted.topologyInForce.version);
  const { controlPlane } = current;
  const found = { clusterClass, current, blueprint: await acceptedBlueprint(work, clusterClass) };
  if (controlPlane !== undefined) await reconcileParts(accepted, found, controlPlane);
  else if (!(await createParts(accepted, found))) return markHeldCreation(draft, tracker);
  markTopologyProgress(draft, tracker);
}

/** The Cluster is deleted: another one of its name begins without what is known of it. */
function forget({ draft, classes, applied }: Work): void {
  classes.versions.forget(draft);
  applied.delete(draft.metadata.uid ?? "");
}

/** The class as its webhook would have left it. */
async function acceptedClass({ draft, topologyInForce, context, classes, tracker }: Work): Promise<ClusterClass> {
  const found = await classes.find(draft, context.reader.lists);
  if (found === undefined) throw new TopologyFailure(`ClusterClass ${topologyInForce.classRef.name} does not exist`);
  const { clusterClass, rejection } = found;
  if (rejection !== undefined) tracker.rejectedOfClass.add(rejection);
  if (clusterClass === undefined) throw new TopologyFailure(rejection);
  return clusterClass;
}

/** The same work with a version that core's webhook accepts: where it would have rejected the one that is stored, the Cluster would still have the one before. */
function acceptedWork(work: Work, clusterClass: ClusterClass, parts: VersionedParts): Work {
  const { draft, topologyInForce, classes, saved, tracker } = work;
  const { rejection, before } = checkedVersion(work, clusterClass, parts);
  if (rejection === undefined) return work;
  tracker.rejection = rejection;
  if (before === undefined) {
    classes.versions.set(draft, undefined);
    throw new TopologyFailure(rejection);
  }
  saved.see((cluster) => {
    if (cluster.spec.topology !== undefined) cluster.spec.topology.version = before;
  });
  return { ...work, topologyInForce: { ...topologyInForce, version: before } };
}

/** The templates of the class as their webhooks would have left them. */
async function acceptedBlueprint(
  { context, templates, tracker }: Work,
  clusterClass: ClusterClass,
): Promise<ClassBlueprint> {
  const accepted = (stored: KubeObject): KubeObject => {
    const { template, rejection } = templates.accept(stored);
    if (rejection !== undefined) tracker.rejectedOfClass.add(rejection);
    return template;
  };
  const blueprint = await readBlueprint({ clusterClass, context, accepted });
  await templates.forgetDeleted((template) => context.reader.lists.find(resourceFor(template), keyOf(template)));
  return blueprint;
}

/** A Cluster, its class, and what it consists of. */
interface Found {
  readonly clusterClass: ClusterClass;
  readonly blueprint: ClassBlueprint;
  readonly current: CurrentParts;
}

/** Has the templates of the class patched, for parts of these versions. */
async function patched(
  work: Work,
  { clusterClass, blueprint, current }: Found,
  versions: PartVersions,
): Promise<TopologyWork> {
  const { draft, topologyInForce: topology, context, gates } = work;
  const applied = appliedOf(work);
  draft.metadata.labels = { ...draft.metadata.labels, ...partLabels(draft) };
  applied.keepOnly(await storedParts(draft, current, context.reader));
  const hooks = gates.patching(draft, context);
  const names = namesOfParts(draft, clusterClass, current);
  const classWork = { draft, topology, clusterClass, context, hooks, names, versions };
  const templates = await patchClass(classWork, blueprint);
  return { ...classWork, current, templates, applied };
}

function appliedOf({ draft, applied }: Work): AppliedParts {
  const { uid = "" } = draft.metadata;
  const known = applied.get(uid) ?? new AppliedParts();
  applied.set(uid, known);
  return known;
}

/** Creates the parts, unless a hook delays it. */
async function createParts(work: Work, found: Found): Promise<boolean> {
  const { draft, topologyInForce, context, gates, tracker, save } = work;
  const hook = hookCatalog.BeforeClusterCreate;
  const isNew = draft.spec.infrastructureRef === undefined && draft.spec.controlPlaneRef === undefined;
  if (isNew && !(await gates.open({ draft, context, hook, request: {}, blocking: tracker.blocking }))) return false;
  try {
    const { version } = topologyInForce;
    const versions = { controlPlane: version, worker: () => version, pool: () => version };
    const topologyWork = await patched(work, found, versions);
    // Not before: patches get the annotations of the Cluster.
    if (isNew) addPendingHooks(draft, hookCatalog.AfterControlPlaneInitialized.name);
    await applyInfrastructure(topologyWork);
    // What exists is named, also when what comes after it fails.
    try {
      await applyControlPlaneCheck(topologyWork);
      await applyControlPlane(topologyWork);
    } finally {
      await save();
    }
    await applyWorkers(topologyWork, new Set());
    await applyPools(topologyWork, new Set());
  } catch (error) {
    // It was answered, and nothing is created: it is not called again for that.
    if (isNew && draft.spec.infrastructureRef === undefined) gates.keepOpen(hook, draft);
    throw error;
  }
  return true;
}

/** The steps of a Cluster that exists, in the order of core. */
async function reconcileParts(work: Work, found: Found, controlPlane: External<"ControlPlane">): Promise<void> {
  const { draft, topologyInForce, tracker, gates } = work;
  const { clusterClass, current } = found;
  const { deployments, pools } = current;
  const wanted = topologyInForce.workers;
  await decideControlPlaneVersion({
    ...work,
    clusterClass,
    controlPlane,
    deployments,
    pools,
    version: topologyInForce.version,
  });
  const workers = workersOfTopology(wanted?.machineDeployments, deployments);
  const inPools = workersOfTopology(wanted?.machinePools, pools);
  const versions = decideWorkerVersions(draft, workers, { tracker, held: tracker.deployments });
  const poolVersions = decideWorkerVersions(draft, inPools, { tracker, held: tracker.pools });
  const partVersions = {
    controlPlane: tracker.controlPlaneVersion,
    worker: (name: string) => versionOfWorkers(workers, versions, name) ?? topologyInForce.version,
    pool: (name: string) => versionOfWorkers(inPools, poolVersions, name) ?? topologyInForce.version,
  };
  const hook = hookCatalog.BeforeControlPlaneUpgrade;
  if (!tracker.isStarting) gates.close(hook, draft);
  const topologyWork = await reconcileBeforeWorkers(work, found, partVersions).catch((error: unknown) => {
    // It was answered, and the step has not begun: it is not called again for that.
    if (tracker.isStarting) gates.keepOpen(hook, draft, tracker.controlPlaneVersion);
    throw error;
  });
  await rememberStep(work);
  await applyWorkers(topologyWork, heldWorkers(workers, tracker.deployments));
  await applyPools(topologyWork, heldWorkers(inPools, tracker.pools));
}

/** Patches the templates, calls the hooks that are due, and brings the infrastructure and the control plane to what is wanted. */
async function reconcileBeforeWorkers(work: Work, found: Found, versions: PartVersions): Promise<TopologyWork> {
  const { draft, tracker } = work;
  const topologyWork = await patched(work, found, versions);
  setUpgradeStep(draft, tracker, isHookPending(draft, "AfterClusterUpgrade"));
  await callAfterInitialization(work);
  await callAfterUpgrade(work);
  await applyInfrastructure(topologyWork);
  await applyControlPlaneCheck(topologyWork);
  // One that waits for another version is not touched: it is changed once.
  if (!tracker.isControlPlanePending) await applyControlPlane(topologyWork);
  return topologyWork;
}

/** Why core's webhook would reject the version, and the last one that it accepted, if that is known: most of its rules are about changes. */
function checkedVersion(
  { draft, classes }: Work,
  clusterClass: ClusterClass,
  parts: VersionedParts,
): { readonly rejection: string | undefined; readonly before: string | undefined } {
  const { controlPlane } = parts;
  const known = classes.versions.get(draft);
  const own = controlPlane && readField(controlPlane.object, controlPlane.view, "version");
  const before = known ?? (typeof own === "string" ? own : undefined);
  const rules = { clusterClass, from: before, parts: known === undefined ? undefined : parts };
  return { rejection: rejectedVersion(draft, rules), before };
}

/** Core's webhook rejects workers of a class that does not exist too, and the controller fails where it does not run. */
function unknownClass(topology: Topology, clusterClass: ClusterClass): string | undefined {
  const { namespace, name } = keyOf(clusterClass);
  for (const [list, kind] of [
    ["machineDeployments", "MachineDeployment"],
    ["machinePools", "MachinePool"],
  ] as const) {
    const classes: readonly { readonly class: string }[] = clusterClass.spec.workers?.[list] ?? [];
    const unknown = topology.workers?.[list]?.find((each) => !classes.some((own) => own.class === each.class));
    if (unknown !== undefined) return `${kind} class ${unknown.class} not found in ClusterClass ${namespace}/${name}`;
  }
  return undefined;
}

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
  if (!isInitialized || !isHookPending(draft, hook.name)) return;
  if (!(await gates.open({ draft, context, hook, request: {}, blocking: new Map() }))) return;
  removePendingHook(draft, hook.name);
  await save();
}

/** Calls the hook once all parts have the version. */
async function callAfterUpgrade({ draft, context, gates, tracker, topologyInForce, save }: Work): Promise<void> {
  const hook = hookCatalog.AfterClusterUpgrade;
  const others = [hookCatalog.AfterControlPlaneUpgrade, hookCatalog.AfterWorkersUpgrade];
  if (!isHookPending(draft, hook.name) || others.some(({ name }) => isHookPending(draft, name))) return;
  if (!tracker.isStable || !tracker.hasWorkersDone) return;
  const request = { kubernetesVersion: topologyInForce.version };
  if (!(await gates.open({ draft, context, hook, request, blocking: tracker.blocking }))) return;
  removePendingHook(draft, hook.name);
  await save();
}
