// What a Machine of a control plane consists of, and why it does not follow the control plane any more.
import { KubeadmConfig } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Machine } from "@capstan/api/core/v1beta2";
import { annotations as known } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import type { External } from "../../cluster-reader.ts";
import { createdAt } from "../../drafts.ts";
import type { SimContext } from "../../writer.ts";
import { matchesConfig } from "./config-spec.ts";

/** The objects of a Machine, as far as they exist. */
export interface MachineParts {
  readonly config: KubeadmConfig | undefined;
  readonly infrastructure: External | undefined;
}

/** Reads them. */
export async function readParts(machine: Machine, { reader }: SimContext): Promise<MachineParts> {
  const { bootstrap, infrastructureRef } = machine.spec;
  const name = bootstrap.configRef?.kind === KubeadmConfig.kind ? bootstrap.configRef.name : undefined;
  const { namespace } = keyOf(machine);
  return {
    config: name === undefined ? undefined : await reader.lists.find(KubeadmConfig, { namespace, name }),
    infrastructure: await reader.external(machine, infrastructureRef, "InfraMachine"),
  };
}

/** Why the Machine is to be replaced, in the words of the real provider; empty when it is up to date. What it lacks is no reason. */
export function reasonsToReplace(
  machine: Machine,
  { config, infrastructure }: MachineParts,
  { draft, now }: { readonly draft: KubeadmControlPlane; readonly now: number },
): readonly string[] {
  const { version: current = "", infrastructureRef } = machine.spec;
  const { version, rollout } = draft.spec;
  return [
    ...(isOverdue(machine, rollout?.after, now) ? ["KubeadmControlPlane spec.rolloutAfter expired"] : []),
    ...(current === version ? [] : [`Version ${current}, ${version} required`]),
    ...(config === undefined || matchesConfig(config.spec ?? {}, draft) ? [] : ["KubeadmConfig is not up-to-date"]),
    ...(isOfTemplate(infrastructure, draft) ? [] : [`${infrastructureRef.kind} is not up-to-date`]),
  ];
}

/** Whether it was made before a time that has passed. */
function isOverdue(machine: Machine, after: string | undefined, now: number): boolean {
  if (after === undefined) return false;
  const time = Date.parse(after);
  return createdAt(machine) < time && time < now;
}

/** Whether it is a clone of the control plane's template. One that does not say what it was cloned from counts as such. */
function isOfTemplate(infrastructure: External | undefined, { spec }: KubeadmControlPlane): boolean {
  const { [known.clonedFromName]: name, [known.clonedFromGroupKind]: groupKind } =
    infrastructure?.object.metadata.annotations ?? {};
  if (name === undefined || groupKind === undefined) return true;
  const { apiGroup, kind, name: wanted } = spec.machineTemplate.spec.infrastructureRef;
  return name === wanted && groupKind === `${kind}.${apiGroup}`;
}
