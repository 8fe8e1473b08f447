// What a control plane reports on its Machines: whether their parts of it are healthy, and whether they follow its spec. The readiness gates of the
// Machines wait for these.
import { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { copyDeprecated, mark, type CoreCondition } from "../../conditions.ts";
import { draftOf } from "../../drafts.ts";
import { isBooted } from "../played-objects.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";

const pods = ["APIServer", "ControllerManager", "Scheduler", "Etcd"].map((name) => `${name}PodHealthy`);

/** The reason of each condition while it is True; all are gates. */
const healthy: Readonly<Record<string, string>> = {
  NodeKubeadmLabelsAndTaintsSet: "Set",
  ...Object.fromEntries(pods.map((type) => [type, "Running"])),
  EtcdMemberHealthy: "Healthy",
};

/** The conditions that a Machine of a control plane waits for. */
export const controlPlaneGates: readonly string[] = Object.keys(healthy);

/** Whether the Machine's part of the control plane runs: its Node is there, or, where Nodes are not played, its machine. */
export function isServing(machine: Machine, { workloads }: Pick<ControlPlaneInWork, "workloads">): boolean {
  return workloads === undefined ? isBooted(machine) : machine.status?.nodeRef !== undefined;
}

/** Sets the conditions; returns the Machines whose part of the control plane runs. */
export async function keepMachineConditions(work: ControlPlaneInWork): Promise<readonly Machine[]> {
  const serving = work.machines.filter((machine) => !isDeleting(machine) && isServing(machine, work));
  for (const machine of work.machines) {
    if (isDeleting(machine)) continue;
    const draft = draftOf(machine, work.context);
    for (const type of controlPlaneGates) mark(draft, partCondition(type, serving.includes(machine)));
    for (const type of [...pods, "EtcdMemberHealthy"]) copyDeprecated(draft, type, type);
    mark(draft, upToDate(machine, work));
    await work.context.writer.save(Machine, machine, draft);
  }
  return serving;
}

function partCondition(type: string, runs: boolean): CoreCondition {
  if (runs) return { type, status: "True", reason: healthy[type] ?? "" };
  const message = "Waiting for the Node of the Machine";
  return { type, status: "Unknown", reason: "InspectionFailed", message };
}

/** Whether the Machine has the version of the control plane: other changes are not compared. */
export function hasOldVersion({ spec }: Machine, { draft }: Pick<ControlPlaneInWork, "draft">): boolean {
  return spec.version !== draft.spec.version;
}

function upToDate(machine: Machine, work: ControlPlaneInWork): CoreCondition {
  const type = "UpToDate";
  if (!hasOldVersion(machine, work)) return { type, status: "True", reason: "UpToDate" };
  const message = `* Version ${machine.spec.version ?? ""}, ${work.draft.spec.version} required`;
  return { type, status: "False", reason: "NotUpToDate", message };
}
