// Hooks with which an extension takes part in the computation of a topology: patches, validation, variables. ClusterClasses name the
// handlers. The values of the variable `builtin` are in builtins.ts.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Bytes, JSONObject, JSONValue } from "@capstan/kube";
import type { ClusterClassVariable } from "../../core/v1beta2/index.ts";
import type { CommonRequest, CommonResponse } from "./common.ts";

/** How a patch is written: RFC 6902 or RFC 7386. */
export type PatchType = "JSONPatch" | "JSONMergePatch";

/** The value of a variable. */
export interface Variable {
  /** name names the variable. */
  name: string;
  /** value is the value. */
  value: JSONValue;
}

/** References the object that uses a template. */
export interface HolderReference {
  /** apiVersion is the group and version of the object. */
  apiVersion: string;
  /** kind is the kind of the object. */
  kind: string;
  /** namespace is the namespace of the object. */
  namespace: string;
  /** name is the name of the object. */
  name: string;
  /** fieldPath is the field of the object that references the template. */
  fieldPath: string;
}

/** A template that may be patched. */
export interface GeneratePatchesRequestItem {
  /** uid identifies the template within this call; it differs in every call. */
  uid: string;
  /** holderReference is the object that uses the template. */
  holderReference: HolderReference;
  /** object is the template. */
  object: JSONObject;
  /** variables are the values of the variables for this template alone; they replace those for all templates. */
  variables?: Variable[];
}

/** Asks for patches of all templates of a topology. */
export interface GeneratePatchesRequest extends CommonRequest {
  /** variables are the values of the variables for all templates. */
  variables?: Variable[];
  /** items are the templates, in no particular order. */
  items: GeneratePatchesRequestItem[];
}

/** A patch of one template. */
export interface GeneratePatchesResponseItem {
  /** uid is the template's identifier in the request. */
  uid: string;
  /** patchType is the format of the patch. */
  patchType: PatchType;
  /** patch is the patch: its JSON in base64. */
  patch: Bytes;
}

/** The patches, applied in this order. */
export interface GeneratePatchesResponse extends CommonResponse {
  /** items are the patches; unchanged templates have none. */
  items?: GeneratePatchesResponseItem[];
}

/** Called on every reconcile of a topology; the response must depend on the request only. */
export const GeneratePatches: Hook<GeneratePatchesRequest, GeneratePatchesResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "GeneratePatches",
  summary: "Called while the topology of a Cluster is computed",
  description:
    "Core calls the handler that a ClusterClass patch names, on every reconcile of every Cluster of the class, with all templates and variables. A changed response replaces machines.",
  tags: ["Topology Mutation Hook"],
  handlers: "named",
  since: "1.2",
});

/** A template after all patches. */
export interface ValidateTopologyRequestItem {
  /** holderReference is the object that uses the template. */
  holderReference: HolderReference;
  /** object is the template. */
  object: JSONObject;
  /** variables are the values of the variables for this template alone; they replace those for all templates. */
  variables?: Variable[];
}

/** Asks whether a patched topology is valid. */
export interface ValidateTopologyRequest extends CommonRequest {
  /** variables are the values of the variables for all templates. */
  variables?: Variable[];
  /** items are the templates, in no particular order. */
  items: ValidateTopologyRequestItem[];
}

/** Accepts the topology, or rejects it with a message. */
export interface ValidateTopologyResponse extends CommonResponse {}

/** Called after all patches of a topology were applied. */
export const ValidateTopology: Hook<ValidateTopologyRequest, ValidateTopologyResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "ValidateTopology",
  summary: "Called after the topology of a Cluster was computed",
  description:
    "Core calls the handler that a ClusterClass patch names when all patches are applied, with all templates and variables. A Failure stops the reconcile.",
  tags: ["Topology Mutation Hook"],
  handlers: "named",
  since: "1.2",
});

/** Asks for the variables that a patch reads. */
export interface DiscoverVariablesRequest extends CommonRequest {}

/** The variables that a patch reads. */
export interface DiscoverVariablesResponse extends CommonResponse {
  /** variables are the variables with their schemas. */
  variables?: ClusterClassVariable[];
}

/** Called when a ClusterClass is reconciled; core caches the response for ten minutes. */
export const DiscoverVariables: Hook<DiscoverVariablesRequest, DiscoverVariablesResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "DiscoverVariables",
  summary: "Called when the variables of a ClusterClass are computed",
  description:
    "Core calls the handler that a ClusterClass patch names to get all variables of the patch, with their schemas.",
  tags: ["Topology Mutation Hook"],
  handlers: "named",
  since: "1.4",
});
