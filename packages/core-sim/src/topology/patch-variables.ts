// Which variables of a Cluster each patch of its class gets: as in core, those that are defined for this patch, and `builtin`.
import type { ClusterClass, ClusterClassPatch } from "@capstan/api/core/v1beta2";
import { type JSONValue, keyOf } from "@capstan/kube";
import type { ClassPatches } from "./hook-gates.ts";
import type { PatchedTemplate, TemplatesToPatch } from "./topology-hooks.ts";
import { definitionsOf } from "./topology-variables.ts";
import type { PatchVariables } from "./variable-path.ts";

/** Leaves out what a patch does not get. */
export type LimitVariables = (sent: TemplatesToPatch) => TemplatesToPatch;

const all: LimitVariables = (sent) => sent;
const none: LimitVariables = limitTo(() => false);

/** What a class defines itself reaches the patches that it defines itself, and what an extension declares the patch that names it. */
export async function variablesFor(
  patch: ClusterClassPatch | undefined,
  clusterClass: ClusterClass,
  hooks: Pick<ClassPatches, "declared"> | undefined,
): Promise<LimitVariables> {
  if (patch?.external === undefined) {
    const own = definitionsOf(clusterClass);
    return limitTo((name) => own.has(name));
  }
  if ((patch.external.discoverVariablesExtension ?? "") === "") return none;
  const { namespace } = keyOf(clusterClass);
  const declared = await hooks?.declared(patch.external, { name: patch.name, namespace });
  return declared === undefined ? all : limitTo((name) => declared.has(name));
}

function limitTo(isDefined: (name: string) => boolean): LimitVariables {
  const limited = (values: PatchVariables): Readonly<Record<string, JSONValue>> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name === "builtin" || isDefined(name)));
  const template = (use: PatchedTemplate): PatchedTemplate => ({ ...use, variables: limited(use.variables) });
  return (sent) => ({ ...sent, templates: sent.templates.map(template), variables: limited(sent.variables) });
}
