// Hooks by which an extension updates machines in place instead of having them replaced. A management cluster may have one
// handler of each at most.
import { defineHook, type Hook } from "@capstan/contract";
import type { Bytes, JSONObject } from "@capstan/kube";
import type { Machine, MachineSet } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse, CommonRetryResponse } from "./common.ts";
import type { PatchType } from "./topology-mutation.ts";

/** The changes an extension can make in place, as a patch of the current object. */
export interface Patch {
  /** patchType says how the patch is written. */
  patchType: PatchType;
  /** patch is the patch: its JSON text in base64. */
  patch: Bytes;
}

/** A Machine and what belongs to it. */
export interface CanUpdateMachineRequestObjects {
  /** machine is the Machine, without its status. */
  machine: Machine;
  /** infrastructureMachine is the infrastructure machine. */
  infrastructureMachine: JSONObject;
  /** bootstrapConfig is the bootstrap config, where there is one. */
  bootstrapConfig?: JSONObject;
}

/** Asks which changes of a Machine can be made in place. */
export interface CanUpdateMachineRequest extends CommonRequest {
  /** current is what there is. */
  current: CanUpdateMachineRequestObjects;
  /** desired is what is wanted. */
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

/** Called before a control plane machine would be replaced. */
export const CanUpdateMachine: Hook<CanUpdateMachineRequest, CanUpdateMachineResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "CanUpdateMachine",
  summary: "Called to learn which changes of a Machine can be made in place",
  description:
    "The control plane provider asks before it replaces a machine. Where the patches do not make the current objects equal to the desired ones, the machine is replaced.",
  tags: ["In-Place Update Hooks"],
  handlers: "one",
  since: "1.12",
});

/** A MachineSet and what belongs to it. */
export interface CanUpdateMachineSetRequestObjects {
  /** machineSet is the MachineSet, without its status. */
  machineSet: MachineSet;
  /** infrastructureMachineTemplate is the template of the infrastructure machines. */
  infrastructureMachineTemplate: JSONObject;
  /** bootstrapConfigTemplate is the template of the bootstrap configs, where there is one. */
  bootstrapConfigTemplate?: JSONObject;
}

/** Asks which changes of a MachineSet can be made in place. */
export interface CanUpdateMachineSetRequest extends CommonRequest {
  /** current is what there is. */
  current: CanUpdateMachineSetRequestObjects;
  /** desired is what is wanted. */
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

/** Called before the machines of a MachineDeployment would be replaced. */
export const CanUpdateMachineSet: Hook<CanUpdateMachineSetRequest, CanUpdateMachineSetResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "CanUpdateMachineSet",
  summary: "Called to learn which changes of a MachineSet can be made in place",
  description:
    "Core asks before it moves machines from an older MachineSet to a newer one. Where the patches do not make the current objects equal to the desired ones, the machines are replaced.",
  tags: ["In-Place Update Hooks"],
  handlers: "one",
  since: "1.12",
});

/** A Machine and what belongs to it, as they should be. */
export interface UpdateMachineRequestObjects {
  /** machine is the Machine, without its status. */
  machine: Machine;
  /** infrastructureMachine is the infrastructure machine. */
  infrastructureMachine: JSONObject;
  /** bootstrapConfig is the bootstrap config, where there is one. */
  bootstrapConfig?: JSONObject;
}

/** Asks for a machine to be updated in place. */
export interface UpdateMachineRequest extends CommonRequest {
  /** desired is what is wanted. */
  desired: UpdateMachineRequestObjects;
}

/** Done, when it does not ask to be called again; else in progress. */
export interface UpdateMachineResponse extends CommonRetryResponse {}

/** Called until the update of a machine is done. */
export const UpdateMachine: Hook<UpdateMachineRequest, UpdateMachineResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "UpdateMachine",
  summary: "Called to update a machine in place",
  description:
    "Core asks for the update and asks again for as long as the answer has a delay; without one the update is done. The handler must be idempotent.",
  tags: ["In-Place Update Hooks"],
  blocking: true,
  handlers: "one",
  since: "1.12",
});
