// Patches as handlers return them: plain JSON, without the encoding of responses.
import type { JsonPatchOperation, JSONObject } from "@capstan/kube";

/** Operations in order (RFC 6902), or a document to merge (RFC 7386). */
export type PatchBody = readonly JsonPatchOperation[] | JSONObject;

/** A patch of one template of a GeneratePatches request. */
export interface TemplatePatch {
  /** The template's identifier in the request. */
  readonly uid: string;
  readonly patch: PatchBody;
}

/** The payload of GeneratePatches. */
export interface TemplatePatches {
  /** In the order they are to be applied; an unchanged template has none. */
  readonly items: readonly TemplatePatch[];
}

/** The payload of CanUpdateMachine: the changes that can be made in place. */
export interface MachinePatches {
  readonly machinePatch?: PatchBody;
  readonly infrastructureMachinePatch?: PatchBody;
  readonly bootstrapConfigPatch?: PatchBody;
}

/** The payload of CanUpdateMachineSet: the changes that can be made in place. */
export interface MachineSetPatches {
  readonly machineSetPatch?: PatchBody;
  readonly infrastructureMachineTemplatePatch?: PatchBody;
  readonly bootstrapConfigTemplatePatch?: PatchBody;
}
