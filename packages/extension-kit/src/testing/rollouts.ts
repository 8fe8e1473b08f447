// Whether another answer of GeneratePatches replaces machines: the verdict of each template of a request.
import { builtinVariable, type GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { type RepatchedTemplate, type RolloutVerdict, rolloutVerdict } from "@capstan/core-sim";
import { getAt, type KubeObject } from "@capstan/kube";
import { type PatchAnswer, patchedTemplates } from "./topology-request.ts";

/** The verdict of one template of a request. */
export interface TemplateRollout extends RolloutVerdict {
  readonly item: GeneratePatchesRequestItem;
  /** The template before all patches. */
  readonly template: KubeObject;
}

/** Two answers to one request. */
export interface AnsweredTwice {
  readonly before: PatchAnswer;
  readonly after: PatchAnswer;
  /** The configs of the machines that the kubeadm control plane of the Cluster has now. Default: not known. */
  readonly machineConfigs?: RepatchedTemplate["machineConfigs"];
}

/**
 * Compares two answers to one GeneratePatches request: for each template, in the order of the items, which fields differ and whether Cluster API replaces machines for it, by its own rules. Throws when the
 * patches of an answer cannot be applied.
 *
 * @example
 * const rolling = rolloutsOf(items, { before, after }).filter(({ rolls }) => rolls);
 */
export function rolloutsOf(
  items: readonly GeneratePatchesRequestItem[],
  { before, after, machineConfigs }: AnsweredTwice,
): TemplateRollout[] {
  const [was, is] = [patchedTemplates(items, before), patchedTemplates(items, after)];
  return patchedTemplates(items, {}).flatMap((template, index) => {
    const item = items[index];
    if (item === undefined) return [];
    const patched = { template, before: was[index] ?? template, after: is[index] ?? template };
    const { holderReference: holder } = item;
    return [{ item, template, ...rolloutVerdict({ ...patched, holder, version: versionOf(item), machineConfigs }) }];
  });
}

/** The version that the control plane has, of which the meaning of its configuration depends. */
function versionOf({ variables = [] }: GeneratePatchesRequestItem): string | undefined {
  const builtin = variables.find(({ name }) => name === builtinVariable)?.value;
  const version = getAt(builtin, ["controlPlane", "version"]);
  return typeof version === "string" ? version : undefined;
}
