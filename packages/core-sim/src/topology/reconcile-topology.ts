// Plays the topology controller: what a Cluster of a ClusterClass consists of, its upgrade, and the lifecycle hooks around both. Patches that a class defines itself, MachinePools,
// and changes of templates or variables after the creation are not played.
import { hookCatalog } from "@capstan/api/catalog";
import { Cluster, ClusterClass, MachineDeployment, type Topology } from "@capstan/api/core/v1beta2";
import { isDeleting, labels } from "@capstan/contract";
import { getCondition } from "@capstan/contract/conditions";
import { readField, writeField } from "@capstan/contract/fields";
import { deepClone, keyOf } from "@capstan/kube";
import { okToDelete } from "../cluster/delete-cluster.ts";
import type { External } from "../cluster-reader.ts";
import { draftOf, savingDraft } from "../drafts.ts";
import { markTopology } from "../conditions.ts";
import { controller, type SimController } from "../controllers.ts";
import { referenceOf } from "../reported.ts";
import type { SimContext } from "../writer.ts";
import { readBlueprint } from "./class-templates.ts";
import { createTopology } from "./create-topology.ts";
import { deleteHealthCheck } from "./health-checks.ts";
import { addPending, HookGates, isPending, removePending } from "./hook-gates.ts";
import type { TopologyHooks } from "./topology-hooks.ts";
import { upgradeTopology, type UpgradeStage } from "./topology-upgrade.ts";
import { rejectedVersion, type VersionedParts } from "./topology-version.ts";

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
  /** Saves the draft as it is now. */
  readonly save: () => Promise<void>;
}

async function reconcile(cluster: Cluster, context: SimContext, kept: Kept): Promise<void> {
  const { topology, paused } = cluster.spec;
  if (topology === undefined || paused === true) return;
  const draft = draftOf(cluster, context);
  const save = savingDraft(cluster, draft, (before, after) => context.writer.store(Cluster, before, after));
  const work = { draft, topology, context, save, ...kept };
  if (isDeleting(cluster)) await allowDeletion(work);
  else await reconcileNormal(work);
  await save();
}

async function allowDeletion({ draft, context, gates, accepted }: Work): Promise<void> {
  accepted.delete(draft.metadata.uid ?? "");
  const { annotations } = draft.metadata;
  if (annotations?.[okToDelete] !== undefined) return;
  if (!(await gates.open({ draft, context, hook: hookCatalog.BeforeClusterDelete, request: {} }))) return;
  draft.metadata.annotations = { ...annotations, [okToDelete]: "" };
}

async function reconcileNormal(work: Work): Promise<void> {
  const { draft, topology, context, gates, save } = work;
  const { namespace } = keyOf(draft);
  const key = { namespace: topology.classRef.namespace ?? namespace, name: topology.classRef.name };
  const clusterClass = await context.reader.lists.find(ClusterClass, key);
  if (clusterClass === undefined) return markWaiting(draft, `ClusterClass ${key.name} does not exist`);
  const current = await findControlPlane(work);
  const deployments = await ownDeployments(work);
  const rejected = rejectionOf(work, clusterClass, { controlPlane: current, deployments });
  if (rejected !== undefined) return markWaiting(draft, rejected);
  if (draft.spec.infrastructureRef === undefined && draft.spec.controlPlaneRef === undefined) {
    addPending(draft, "AfterControlPlaneInitialized");
    if (!(await gates.open({ draft, context, hook: hookCatalog.BeforeClusterCreate, request: {} }))) return;
  }
  const wanted = topology.workers?.machineDeployments ?? [];
  const isMissing = wanted.some(({ name }) => deployments.every((each) => topologyName(each) !== name));
  const parts = { draft, topology, clusterClass, context, hooks: gates.hooks };
  if (draft.spec.infrastructureRef === undefined || draft.spec.controlPlaneRef === undefined)
    await createTopology(parts, await readBlueprint(parts));
  const controlPlane = current ?? (await findControlPlane(work));
  if (controlPlane === undefined || !(await passedInitialization(work))) return;
  const upgrade = { draft, context, gates, save, version: topology.version, controlPlane, deployments };
  const stage = await upgradeTopology(upgrade);
  // A hook that fails ends a reconcile of core. One that lets an upgrade wait does not.
  if (getCondition(draft, "TopologyReconciled")?.reason === "ReconcileFailed" && stage !== "done") return;
  if (isMissing && stage !== "control plane") await createTopology(parts, await readBlueprint(parts));
  await scale(work, controlPlane, { deployments, stage });
  if (stage === "done") markTopology(draft, { status: "True", reason: "ReconcileSucceeded" });
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

async function findControlPlane({ draft, context }: Work): Promise<External<"ControlPlane"> | undefined> {
  const reference = referenceOf(draft, "ControlPlane");
  return reference && context.reader.external(draft, reference, "ControlPlane");
}

/** Calls the hook once the control plane is initialized; the topology continues when it was answered, or when there is nothing to report yet. */
async function passedInitialization({ draft, context, gates }: Work): Promise<boolean> {
  const hook = hookCatalog.AfterControlPlaneInitialized;
  const isInitialized = draft.status?.initialization?.controlPlaneInitialized === true;
  if (!isInitialized || !isPending(draft, hook.name)) return true;
  if (!(await gates.open({ draft, context, hook, request: {} }))) return false;
  removePending(draft, hook.name);
  return true;
}

async function ownDeployments({ draft, context }: Work): Promise<readonly MachineDeployment[]> {
  const all = await context.reader.descendants(MachineDeployment, draft);
  return all.filter((deployment) => topologyName(deployment) !== undefined);
}

function topologyName({ metadata }: MachineDeployment): string | undefined {
  return metadata.labels?.[labels.topologyDeploymentName];
}

interface Scaled {
  readonly deployments: readonly MachineDeployment[];
  readonly stage: UpgradeStage;
}

/** Takes over the numbers of the topology, and deletes what it names no more. As core does it, a part that waits for another version keeps its number: it is changed once. */
async function scale(
  { topology, context }: Work,
  { resource, object, view }: External<"ControlPlane">,
  { deployments, stage }: Scaled,
): Promise<void> {
  const waits = (version: unknown): boolean => stage === "control plane" && version !== topology.version;
  const { replicas } = topology.controlPlane ?? {};
  const version = readField(object, view, "version");
  if (replicas !== undefined && !(typeof version === "string" && waits(version))) {
    const changed = deepClone(object);
    writeField(changed, { view, name: "replicas" }, replicas);
    await context.writer.save(resource, object, changed);
  }
  for (const deployment of deployments) {
    const wanted = topology.workers?.machineDeployments?.find(({ name }) => name === topologyName(deployment));
    if (wanted === undefined) {
      await context.writer.delete(MachineDeployment, deployment);
      await deleteHealthCheck(keyOf(deployment), context);
    } else if (wanted.replicas !== undefined && !waits(deployment.spec.template.spec.version)) {
      const scaled = deepClone(deployment);
      scaled.spec.replicas = wanted.replicas;
      await context.writer.save(MachineDeployment, deployment, scaled);
    }
  }
}

function markWaiting(draft: Cluster, message: string): void {
  markTopology(draft, { status: "False", reason: "ReconcileFailed", message });
}
