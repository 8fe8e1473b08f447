// What a control plane writes to its Machines and their parts: whether their parts of it are healthy, whether they follow its spec, and the fields
// that reach them without a rollout.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Machine } from "@capstan/api/core/v1beta2";
import { isDeleting } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { copyDeprecated, mark, type CoreCondition } from "../../conditions.ts";
import { defaultMachine } from "../../defaults/core-defaults.ts";
import { draftOf } from "../../drafts.ts";
import { isBooted } from "../played-objects.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";
import { desiredSpec, gatesOf, setMachineFields, setPartFields } from "./desired-machine.ts";
import { copiedGates, healthyReasons } from "./machine-gates.ts";
import { setSpecOfDeleting } from "../../set-fields.ts";

/** Whether the Machine's part of the control plane runs: its Node is there, or, where Nodes are not played, its machine. */
export function isServing(machine: Machine, { workloads }: Pick<ControlPlaneInWork, "workloads">): boolean {
  return workloads === undefined ? isBooted(machine) : machine.status?.nodeRef !== undefined;
}

/** Sets fields and conditions; returns the Machines whose part of the control plane runs. */
export async function keepMachines(work: ControlPlaneInWork): Promise<readonly Machine[]> {
  const serving = work.machines.filter((machine) => !isDeleting(machine) && isServing(machine, work));
  for (const machine of work.machines) {
    const draft = draftOf(machine, work.context);
    setFields(draft, work);
    if (!isDeleting(machine)) {
      for (const type of gatesOf(work.draft)) {
        mark(draft, partCondition(type, serving.includes(machine)));
        if (copiedGates.has(type)) copyDeprecated(draft, type, type);
      }
    }
    mark(draft, upToDate(machine, work));
    await work.context.writer.save(Machine, machine, draft);
    if (!isDeleting(machine)) await keepParts(machine, work);
  }
  return serving;
}

/** With the defaults of core's webhook. */
function setFields(draft: Machine, work: ControlPlaneInWork): void {
  if (isDeleting(draft)) setSpecOfDeleting(draft.spec, desiredSpec(work.draft));
  else setMachineFields(draft, work);
  defaultMachine(draft);
}

/** Labels and annotations of the config and the InfraMachine. */
async function keepParts(machine: Machine, work: ControlPlaneInWork): Promise<void> {
  const { config, infrastructure } = work.parts.get(keyOf(machine).name) ?? {};
  const objects = [
    ...(config === undefined ? [] : [{ resource: KubeadmConfig, object: config }]),
    ...(infrastructure === undefined ? [] : [infrastructure]),
  ];
  for (const { resource, object } of objects) {
    const draft = deepClone(object);
    setPartFields(draft, work);
    await work.context.writer.save(resource, object, draft);
  }
}

function partCondition(type: string, runs: boolean): CoreCondition {
  if (runs) return { type, status: "True", reason: healthyReasons[type] ?? "" };
  const message = "Waiting for the Node of the Machine";
  return { type, status: "Unknown", reason: "InspectionFailed", message };
}

/** UpToDate of a Machine; one that follows the control plane is so once its Node has the version. */
export function upToDate(machine: Machine, { outdated }: Pick<ControlPlaneInWork, "outdated">): CoreCondition {
  const type = "UpToDate";
  const reasons = outdated.get(keyOf(machine).name);
  if (reasons !== undefined) {
    const message = reasons.map((reason) => `* ${reason}`).join("\n");
    return { type, status: "False", reason: "NotUpToDate", message };
  }
  const { version = "" } = machine.spec;
  const kubelet = machine.status?.nodeInfo?.kubeletVersion ?? "";
  if (kubelet === "" || kubelet === version) return { type, status: "True", reason: "UpToDate" };
  const message = `* Node.status.nodeInfo.kubeletVersion ${kubelet}, ${version} required`;
  return { type, status: "False", reason: "Updating", message };
}
