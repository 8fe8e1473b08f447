// The upgrade of a played Cluster of a class: the control plane first, then the workers, with a hook before and after each. Machines of workers are not replaced.
import { hookCatalog } from "@capstan/api/catalog";
import { type Cluster, MachineDeployment } from "@capstan/api/core/v1beta2";
import { foreignCondition } from "@capstan/contract/conditions";
import { isProvisioned, readField, writeField } from "@capstan/contract/fields";
import { deepClone } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { markTopology } from "../conditions.ts";
import type { SimContext } from "../writer.ts";
import { addPending, type HookGates, isPending, removePending } from "./hook-gates.ts";

/** A Cluster that exists, and what it consists of. */
export interface UpgradeWork {
  readonly draft: Cluster;
  readonly context: SimContext;
  readonly gates: HookGates;
  /** Saves the draft. Hooks that are to be called are saved before what they report begins, so that none is lost. */
  readonly save: () => Promise<void>;
  /** The version that the topology names. */
  readonly version: string;
  readonly controlPlane: External<"ControlPlane">;
  readonly deployments: readonly MachineDeployment[];
}

/** What an upgrade works on in a reconcile, as far as it may. */
export type UpgradeStage = "control plane" | "workers" | "done";

/** Takes the next steps of an upgrade until one has to wait; there are none when every part has the version. */
export async function upgradeTopology(work: UpgradeWork): Promise<UpgradeStage> {
  if (!(await upgradeControlPlane(work))) return "control plane";
  if (!(await passed(work, "AfterControlPlaneUpgrade"))) return "control plane";
  const { draft, gates, context, version } = work;
  const request = { fromKubernetesVersion: workerVersion(work), toKubernetesVersion: version };
  const hook = hookCatalog.BeforeWorkersUpgrade;
  if (isPending(draft, hook.name) && !(await gates.open({ draft, context, hook, request }))) return "control plane";
  removePending(draft, hook.name);
  for (const deployment of work.deployments) await setVersion(deployment, work);
  const isOver = (await passed(work, "AfterWorkersUpgrade")) && (await passed(work, "AfterClusterUpgrade"));
  return isOver ? "done" : "workers";
}

/** Whether the control plane has the version. */
async function upgradeControlPlane(work: UpgradeWork): Promise<boolean> {
  const { draft, gates, context, version, controlPlane } = work;
  const { resource, object, view } = controlPlane;
  const from = readField(object, view, "version");
  if (typeof from !== "string") return true;
  if (from === version) return !isUpgrading(draft) || isStable(controlPlane) || waits(draft);
  if (!isStable(controlPlane)) return waits(draft);
  const call = { draft, context, request: { fromKubernetesVersion: from, toKubernetesVersion: version } };
  if (!isUpgrading(draft)) {
    if (!(await gates.open({ ...call, hook: hookCatalog.BeforeClusterUpgrade }))) return false;
    addPending(draft, "AfterClusterUpgrade");
    await work.save();
  }
  if (!(await gates.open({ ...call, hook: hookCatalog.BeforeControlPlaneUpgrade }))) return false;
  addPending(draft, "AfterControlPlaneUpgrade", "BeforeWorkersUpgrade", "AfterWorkersUpgrade");
  await work.save();
  const changed = deepClone(object);
  writeField(changed, { view, name: "version" }, version);
  await context.writer.save(resource, object, changed);
  return waits(draft);
}

/** The condition of an upgrade that waits for machines. */
function waits(draft: Cluster): false {
  markTopology(draft, { status: "False", reason: "ClusterUpgrading" });
  return false;
}

function isUpgrading(draft: Cluster): boolean {
  return isPending(draft, "AfterClusterUpgrade");
}

/** Whether all machines of the control plane are as its object says. */
function isStable({ object, view }: External<"ControlPlane">): boolean {
  const reported = readField(object, view, "currentVersion");
  const isAt = reported === undefined || reported === readField(object, view, "version");
  const isBusy = ["RollingOut", "ScalingUp", "ScalingDown"].some(
    (type) => foreignCondition(object, type)?.status === "True",
  );
  return isProvisioned(object, view) && isAt && !isBusy;
}

/** Calls a hook that reports what was reached, if it was not called yet. */
async function passed(
  { draft, gates, context, version }: UpgradeWork,
  name: "AfterControlPlaneUpgrade" | "AfterWorkersUpgrade" | "AfterClusterUpgrade",
): Promise<boolean> {
  if (!isPending(draft, name)) return true;
  const request = { kubernetesVersion: version };
  if (!(await gates.open({ draft, context, hook: hookCatalog[name], request }))) return false;
  removePending(draft, name);
  return true;
}

function workerVersion({ deployments, version }: UpgradeWork): string {
  return deployments[0]?.spec.template.spec.version ?? version;
}

async function setVersion(deployment: MachineDeployment, { context, version }: UpgradeWork): Promise<void> {
  const changed = deepClone(deployment);
  changed.spec.template.spec.version = version;
  await context.writer.save(MachineDeployment, deployment, changed);
}
