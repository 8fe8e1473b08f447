// Hooks with which an extension updates machines in place, so that they are not replaced. A management cluster may have at most one
// handler of each.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Bytes, JSONObject } from "@capstan/kube";
import type { Machine, MachineSet } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse, CommonRetryResponse } from "./common.ts";
import type { PatchType } from "./topology-mutation.ts";

/** The changes an extension can make in place, as a patch of the current object. */
export interface Patch {
  /** patchType is the format of the patch. */
  patchType: PatchType;
  /** patch is the patch: its JSON in base64. */
  patch: Bytes;
}

/** A Machine with its infrastructure machine and bootstrap config. */
export interface CanUpdateMachineRequestObjects {
  /** machine is the Machine, without its status. */
  machine: Machine;
  /** infrastructureMachine is the infrastructure machine. */
  infrastructureMachine: JSONObject;
  /** bootstrapConfig is the bootstrap config, if there is one. */
  bootstrapConfig?: JSONObject;
}

/** Asks which changes of a Machine can be made in place. */
export interface CanUpdateMachineRequest extends CommonRequest {
  /** current is the current state. */
  current: CanUpdateMachineRequestObjects;
  /** desired is the desired state. */
  desired: CanUpdateMachineRequestObjects;
}

/** The changes that can be made in place; they must make current equal to desired. */
export interface CanUpdateMachineResponse extends CommonResponse {
  /** machinePatch patches the Machine's spec. */
  machinePatch?: Patch;
  /** infrastructureMachinePatch patches the infrastructure machine's spec. */
  infrastructureMachinePatch?: Patch;
  /** bootstrapConfigPatch patches the bootstrap config's spec. */
  bootstrapConfigPatch?: Patch;
}

/** Called before a control plane machine is replaced. */
export const CanUpdateMachine: Hook<CanUpdateMachineRequest, CanUpdateMachineResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "CanUpdateMachine",
  summary: "Called to find out which changes of a Machine can be made in place",
  description:
    "The control plane provider calls it before it replaces a machine. If the patches do not make the current objects equal to the desired ones, the machine is replaced.",
  tags: ["In-Place Update Hooks"],
  handlers: "one",
  since: "1.12",
});

/** A MachineSet with its templates. */
export interface CanUpdateMachineSetRequestObjects {
  /** machineSet is the MachineSet, without its status. */
  machineSet: MachineSet;
  /** infrastructureMachineTemplate is the template of the infrastructure machines. */
  infrastructureMachineTemplate: JSONObject;
  /** bootstrapConfigTemplate is the template of the bootstrap configs, if there is one. */
  bootstrapConfigTemplate?: JSONObject;
}

/** Asks which changes of a MachineSet can be made in place. */
export interface CanUpdateMachineSetRequest extends CommonRequest {
  /** current is the current state. */
  current: CanUpdateMachineSetRequestObjects;
  /** desired is the desired state. */
  desired: CanUpdateMachineSetRequestObjects;
}

/** The changes that can be made in place; only `spec.template.spec` counts. */
export interface CanUpdateMachineSetResponse extends CommonResponse {
  /** machineSetPatch patches the MachineSet. */
  machineSetPatch?: Patch;
  /** infrastructureMachineTemplatePatch patches the template of the infrastructure machines. */
  infrastructureMachineTemplatePatch?: Patch;
  /** bootstrapConfigTemplatePatch patches the template of the bootstrap configs. */
  bootstrapConfigTemplatePatch?: Patch;
}

/** Called before the machines of a MachineDeployment are replaced. */
export const CanUpdateMachineSet: Hook<CanUpdateMachineSetRequest, CanUpdateMachineSetResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "CanUpdateMachineSet",
  summary: "Called to find out which changes of a MachineSet can be made in place",
  description:
    "Core calls it before it moves machines from an older MachineSet to a newer one. If the patches do not make the current objects equal to the desired ones, the machines are replaced.",
  tags: ["In-Place Update Hooks"],
  handlers: "one",
  since: "1.12",
});

/** The desired state of a Machine with its infrastructure machine and bootstrap config. */
export interface UpdateMachineRequestObjects {
  /** machine is the Machine, without its status. */
  machine: Machine;
  /** infrastructureMachine is the infrastructure machine. */
  infrastructureMachine: JSONObject;
  /** bootstrapConfig is the bootstrap config, if there is one. */
  bootstrapConfig?: JSONObject;
}

/** Asks for a machine to be updated in place. */
export interface UpdateMachineRequest extends CommonRequest {
  /** desired is the desired state. */
  desired: UpdateMachineRequestObjects;
}

/** The update is done if `retryAfterSeconds` is 0. With any other number it is in progress, and the hook is called again. */
export interface UpdateMachineResponse extends CommonRetryResponse {}

/** Called until the update of a machine is done. */
export const UpdateMachine: Hook<UpdateMachineRequest, UpdateMachineResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "UpdateMachine",
  summary: "Called to update a machine in place",
  description:
    "Core calls it again while the response has a delay; without a delay the update is done. The handler must be idempotent.",
  tags: ["In-Place Update Hooks"],
  blocking: true,
  handlers: "one",
  since: "1.12",
});
