// Requests and responses of topology hooks for tests: templates in, patched templates out, by the rules of Cluster API.
import type { GeneratePatchesRequestItem, HolderReference, Variable } from "@capstan/api/hooks/v1alpha1";
import {
  applyJsonPatch,
  applyMergePatch,
  deepClone,
  errorFrom,
  getAt,
  type JsonPatchOperation,
  type JSONObject,
  type JSONValue,
  type KubeObject,
} from "@capstan/kube";

/** A template and the object that uses it. */
export interface TemplateUse {
  /** With its spec, which an object that is written here in place may have, too. */
  readonly object: KubeObject & { readonly spec?: unknown };
  readonly holder?: Partial<HolderReference>;
  /** Variables for this template only. */
  readonly variables?: Readonly<Record<string, JSONValue>>;
}

/**
 * Creates the items of a GeneratePatches or ValidateTopology request, with the uids `item-0`, `item-1` and so on. Each object is copied. The holder, which says what the template is used for, is the
 * infrastructureRef of a Cluster `default/test` unless it is given.
 *
 * @example
 * const request = { items: requestItems([{ object: template }]), variables: requestVariables({ image: "one" }) };
 */
export function requestItems(uses: readonly TemplateUse[]): GeneratePatchesRequestItem[] {
  return uses.map(({ object, holder, variables }, index) => ({
    uid: `item-${index}`,
    holderReference: { ...clusterHolder, ...holder },
    // A Kubernetes object is JSON; interfaces have no index signature.
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

/**
 * Converts an object of values to the variables of a topology request, which has them as a list of names and values. Values are not validated: a test may send wrong ones.
 *
 * @example
 * requestVariables({ image: "one" }); // [{ name: "image", value: "one" }]
 */
export function requestVariables(values: Readonly<Record<string, JSONValue>>): Variable[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

/** The patches of a GeneratePatches response. */
export interface PatchAnswer {
  readonly items?: readonly { readonly uid: string; readonly patchType: string; readonly patch: string }[];
}

/**
 * Applies the patches of a GeneratePatches response to the templates of its request, as Cluster API does, and returns all templates in the order of the items, patched or not. The items are not changed.
 * Throws when a patch names an item that the request does not have, or cannot be applied.
 *
 * @example
 * const [template] = patchedTemplates(items, await callInProcess(extension, hookCatalog.GeneratePatches, { request: { items, variables } }));
 */
export function patchedTemplates(items: readonly GeneratePatchesRequestItem[], answer: PatchAnswer): KubeObject[] {
  const objects = new Map(items.map(({ uid, object }) => [uid, deepClone<unknown>(object)]));
  for (const { uid, patchType, patch } of answer.items ?? []) {
    const object = objects.get(uid);
    if (object === undefined)
      throw new Error(`the response patches the item "${uid}", which the request does not have`);
    try {
      objects.set(uid, patchedObject(object, patchType, patch));
    } catch (error) {
      const { message } = errorFrom(error);
      throw new Error(`the ${patchType} of ${nameOf(object)}, item "${uid}", cannot be applied: ${message}`, {
        cause: error,
      });
    }
  }
  // Patches of templates leave them objects.
  return [...objects.values()] as KubeObject[];
}

function patchedObject(object: unknown, patchType: string, patch: string): unknown {
  const decoded: unknown = JSON.parse(Buffer.from(patch, "base64").toString("utf8"));
  return patchType === "JSONPatch"
    ? // Applying throws for what is not an operation.
      applyJsonPatch(object, decoded as JsonPatchOperation[], { asInGo: true })
    : applyMergePatch(object, decoded);
}

/** `FooTemplate one`. */
function nameOf(object: unknown): string {
  const named = [getAt(object, ["kind"]), getAt(object, ["metadata", "name"])];
  return named.filter((each) => typeof each === "string").join(" ");
}
