// Requests and answers of topology hooks in a form that tests can write: templates in, patched templates out, by the rules
// by which Cluster API applies patches.
import type { GeneratePatchesRequestItem, HolderReference, Variable } from "@capstan/api/hooks/v1alpha1";
import {
  applyJsonPatch,
  applyMergePatch,
  deepClone,
  type JsonPatchOperation,
  type JSONObject,
  type JSONValue,
  type KubeObject,
} from "@capstan/kube";

/** A template and the object that uses it. */
export interface TemplateUse {
  readonly object: KubeObject;
  readonly holder?: Partial<HolderReference>;
  /** The values of variables for this template alone. */
  readonly variables?: Readonly<Record<string, JSONValue>>;
}

/** Items of a request, with identifiers of their place. */
export function requestItems(uses: readonly TemplateUse[]): GeneratePatchesRequestItem[] {
  return uses.map(({ object, holder, variables }, index) => ({
    uid: `item-${index}`,
    holderReference: { ...clusterHolder, ...holder },
    object: deepClone(object) as unknown as JSONObject,
    ...(variables === undefined ? {} : { variables: requestVariables(variables) }),
  }));
}

const clusterHolder: HolderReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  namespace: "default",
  name: "test",
  fieldPath: "spec.infrastructureRef",
};

/** Variables as requests carry them. */
export function requestVariables(values: Readonly<Record<string, JSONValue>>): Variable[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** A response of GeneratePatches, as far as patches go. */
export interface PatchAnswer {
  readonly items?: readonly { readonly uid: string; readonly patchType: string; readonly patch: string }[];
}

/** The templates of a request after the patches of its answer; an answer for an unknown template is an error, as in core. */
export function patchedTemplates(items: readonly GeneratePatchesRequestItem[], answer: PatchAnswer): KubeObject[] {
  const objects = new Map(items.map(({ uid, object }) => [uid, deepClone(object) as unknown]));
  for (const { uid, patchType, patch } of answer.items ?? []) {
    const object = objects.get(uid);
    if (object === undefined) throw new Error(`the answer patches "${uid}", which the request does not have`);
    const decoded: unknown = JSON.parse(Buffer.from(patch, "base64").toString("utf8"));
    objects.set(
      uid,
      patchType === "JSONPatch"
        ? applyJsonPatch(object, decoded as JsonPatchOperation[])
        : applyMergePatch(object, decoded),
    );
  }
  return [...objects.values()] as KubeObject[];
}
