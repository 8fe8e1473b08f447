// A played control plane while it is reconciled, and what belongs to it.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import type { SimContext } from "../../writer.ts";
import type { Workloads } from "../play-options.ts";

/** The control plane, its Cluster and its Machines. */
export interface ControlPlaneInWork {
  readonly draft: KubeadmControlPlane;
  readonly cluster: Cluster;
  /** The oldest first. */
  readonly machines: readonly Machine[];
  readonly workloads: Workloads | undefined;
  readonly context: SimContext;
}

/** Those of a Cluster's Machines that the control plane owns, the oldest first. */
export function ownMachines({ metadata }: KubeadmControlPlane, machines: readonly Machine[]): readonly Machine[] {
  const own = machines.filter(
    (machine) =>
      isControlPlaneMachine(machine) &&
      (machine.metadata.ownerReferences ?? []).some(({ uid }) => uid === metadata.uid),
  );
  return own.toSorted((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1));
}

/** Times of creation have no fractions of a second, and names are random. */
function ageOf({ metadata: { creationTimestamp = "", name = "" } }: Machine): string {
  return `${creationTimestamp} ${name}`;
}
