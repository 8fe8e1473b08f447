// Plays the kubeadm control plane provider: certificates and kubeconfig, machines one at a time, deletion, status. It runs no API server and no
// etcd: the caller's workload cluster takes their place, or nothing does.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { addFinalizer, isDeleting, ownerCluster, removeFinalizer } from "@capstan/contract";
import { findTemplate } from "../../cloned-objects.ts";
import { mark, markPaused, pauseReason } from "../../conditions.ts";
import { withPrefix } from "../../defaults/core-defaults.ts";
import { draftOf, isEnded } from "../../drafts.ts";
import type { SimContext } from "../../writer.ts";
import { ensureKubeconfig } from "../kubeconfig.ts";
import type { Workloads } from "../play-options.ts";
import { markPlayed } from "../played-objects.ts";
import { compareMachines, type ControlPlaneInWork, ownMachines } from "./control-plane-in-work.ts";
import { ensureCertificates } from "./certificates.ts";
import { versionProblem } from "./config-spec.ts";
import { healthTypes, noObstacles, type ScaleObstacles, setControlPlaneStatus } from "./control-plane-status.ts";
import { keepMachines } from "./machine-conditions.ts";
import { scaleControlPlane } from "./scale.ts";
import { SetFieldsByOwner, withParts } from "../../set-fields.ts";

const finalizer = "kubeadm.controlplane.cluster.x-k8s.io";

/** The defaults of the provider's webhook. */
export function defaultControlPlane({ spec }: KubeadmControlPlane): void {
  spec.replicas ??= 1;
  spec.version = withPrefix(spec.version);
  const { rollingUpdate } = spec.rollout?.strategy ?? {};
  const strategy = { type: "RollingUpdate" as const, rollingUpdate: { maxSurge: 1, ...rollingUpdate } };
  spec.rollout = { ...spec.rollout, strategy };
}

/** What is known beside the objects. */
interface Kept {
  readonly workloads: Workloads | undefined;
  /** What each control plane has set in the objects of its Machines. */
  readonly fields: SetFieldsByOwner;
  /** The last version of each that the webhook accepts, by UIDs. */
  readonly versions: Map<string, string>;
}

/** The reconcile of KubeadmControlPlanes. */
export function controlPlaneReconcile(
  workloads: Workloads | undefined,
): (controlPlane: KubeadmControlPlane, context: SimContext) => Promise<void> {
  const kept: Kept = { workloads, fields: new SetFieldsByOwner(), versions: new Map() };
  return (controlPlane, context) => reconcile(controlPlane, context, kept);
}

/** The version before, if the webhook rejects the one that is stored. What is not known is that of the newest machine. */
function acceptedVersion(
  { metadata: { uid = "" }, spec: { version } }: KubeadmControlPlane,
  machines: readonly Machine[],
  versions: Map<string, string>,
): string {
  const before = versions.get(uid) ?? machines.at(-1)?.spec.version ?? version;
  const accepted = versionProblem(version, before) === undefined ? version : before;
  versions.set(uid, accepted);
  return accepted;
}

async function reconcile(controlPlane: KubeadmControlPlane, context: SimContext, kept: Kept): Promise<void> {
  const owner = ownerCluster(controlPlane);
  const cluster = owner && (await context.reader.cluster(controlPlane, owner.name));
  if (cluster === undefined) return;
  const draft = draftOf(controlPlane, context);
  const save = (): Promise<void> => context.writer.save(KubeadmControlPlane, controlPlane, draft);
  markPlayed(draft, "control-plane");
  if (!isDeleting(controlPlane) && addFinalizer(draft, finalizer)) return save();
  if (markPaused(draft, pauseReason(controlPlane, cluster))) return save();
  const all = await context.reader.machines(cluster);
  const machines = ownMachines(controlPlane, all);
  const { workloads } = kept;
  const versionBefore = acceptedVersion(draft, machines, kept.versions);
  // With one that the webhook rejects, nothing would be rolled out.
  const accepted = { ...draft, spec: { ...draft.spec, version: versionBefore } };
  const compared = await compareMachines(accepted, machines, context);
  const fields = kept.fields.of(draft);
  fields.keepOnly(withParts(machines));
  const work = { draft, cluster, machines, ...compared, workloads, context, fields, versionBefore };
  const obstacles = isDeleting(controlPlane) ? noObstacles : await reconcileNormal(work);
  if (isDeleting(controlPlane)) await deleteControlPlane(work, all);
  setControlPlaneStatus(work, obstacles);
  await save();
  if (!isEnded(draft)) return;
  kept.fields.forget(draft);
  kept.versions.delete(draft.metadata.uid ?? "");
}

async function reconcileNormal(work: ControlPlaneInWork): Promise<ScaleObstacles> {
  const { draft, cluster, workloads, context } = work;
  const reference = draft.spec.machineTemplate.spec.infrastructureRef;
  const template = await findTemplate({ cluster, reference, kind: "InfraMachine" }, context);
  if (template === undefined) return { ...noObstacles, missing: reference.kind };
  if (cluster.status?.initialization?.infrastructureProvisioned !== true) {
    markWaiting(draft, "Waiting for Cluster status.infrastructureReady to be true");
    return noObstacles;
  }
  await ensureCertificates(work);
  if (cluster.spec.controlPlaneEndpoint?.host === undefined) {
    markWaiting(draft, "Waiting for Cluster spec.controlPlaneEndpoint to be set");
    return noObstacles;
  }
  if (workloads !== undefined)
    await ensureKubeconfig(cluster, workloads, { context, owner: draft, role: "control-plane" });
  const ready = await keepMachines(work);
  return { reasons: await scaleControlPlane(work, { template, ready }) };
}

function markWaiting(draft: KubeadmControlPlane, message: string): void {
  for (const type of healthTypes(draft)) mark(draft, { type, status: "Unknown", reason: "InspectionFailed", message });
}

/** Waits for the workers, which core deletes first; then deletes all Machines of the control plane at once. */
async function deleteControlPlane(
  { draft, cluster, machines, context }: ControlPlaneInWork,
  all: readonly Machine[],
): Promise<void> {
  const pools = await context.reader.descendants(MachinePool, cluster);
  const deleting = (reason: string, message: string): void =>
    mark(draft, { type: "Deleting", status: "True", reason, message });
  if (machines.length === 0) {
    deleting("DeletionCompleted", "Deletion completed");
    removeFinalizer(draft, finalizer);
  } else if (all.length > machines.length || pools.length > 0) {
    const names = [...all.filter((machine) => !machines.includes(machine)), ...pools].map(
      ({ kind, metadata }) => `* ${kind} ${metadata.name ?? ""}`,
    );
    const message = `KubeadmControlPlane deletion blocked because following objects still exist:\n${names.join("\n")}`;
    deleting("WaitingForWorkersDeletion", message);
  } else {
    for (const machine of machines) await context.writer.delete(Machine, machine);
    deleting("WaitingForMachineDeletion", `Deleting ${machines.length} Machine${machines.length > 1 ? "s" : ""}`);
  }
}
