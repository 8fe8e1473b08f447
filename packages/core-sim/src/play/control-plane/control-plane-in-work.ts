// A played control plane while it is reconciled, and what belongs to it.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { byCreation } from "../../creation-order.ts";
import type { SimContext } from "../../writer.ts";
import type { Workloads } from "../play-options.ts";
import { type MachineParts, readParts, reasonsToReplace } from "./machine-parts.ts";
import type { SetFields } from "../../set-fields.ts";

/** The control plane, its Cluster and its Machines. */
export interface ControlPlaneInWork {
  readonly draft: KubeadmControlPlane;
  readonly cluster: Cluster;
  /** The oldest first. */
  readonly machines: readonly Machine[];
  /** What each consists of, by the names of the Machines. */
  readonly parts: ReadonlyMap<string, MachineParts>;
  /** Why Machines are to be replaced, by their names; the others are up to date. */
  readonly outdated: ReadonlyMap<string, readonly string[]>;
  readonly workloads: Workloads | undefined;
  readonly context: SimContext;
  /** The last version that the webhook of the real control plane accepts. */
  readonly versionBefore: string;
  /** What it has set in the objects of its Machines. */
  readonly fields: SetFields;
}

/** Those of a Cluster's Machines that the control plane owns, the oldest first. */
export function ownMachines({ metadata }: KubeadmControlPlane, machines: readonly Machine[]): readonly Machine[] {
  const own = machines.filter(
    (machine) =>
      isControlPlaneMachine(machine) &&
      (machine.metadata.ownerReferences ?? []).some(({ uid }) => uid === metadata.uid),
  );
  return own.toSorted(byCreation);
}

/** Compares the Machines with the control plane; the time after which they are to be replaced wakes the simulation. */
export async function compareMachines(
  draft: KubeadmControlPlane,
  machines: readonly Machine[],
  context: SimContext,
): Promise<Pick<ControlPlaneInWork, "parts" | "outdated">> {
  const now = context.now();
  const after = Date.parse(draft.spec.rollout?.after ?? "");
  // It has passed a moment later.
  if (after >= now) context.wakeAt(after + 1);
  const parts = new Map<string, MachineParts>();
  const outdated = new Map<string, readonly string[]>();
  for (const machine of machines) {
    const { name } = keyOf(machine);
    const own = await readParts(machine, context);
    const reasons = reasonsToReplace(machine, own, { draft, now });
    parts.set(name, own);
    if (reasons.length > 0) outdated.set(name, reasons);
  }
  return { parts, outdated };
}

/** Whether the Machine is to be replaced. */
export function isToReplace(machine: Machine, { outdated }: Pick<ControlPlaneInWork, "outdated">): boolean {
  return outdated.has(keyOf(machine).name);
}
