// The order in which core keeps conditions, per shape. Writers that share it do not reorder each other's lists.
import type { ConditionShape } from "./condition-shapes.ts";

interface Order {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const orders: Readonly<Record<ConditionShape, Order>> = {
  metav1: {
    first: [
      // Availability
      "Available",
      "Ready",
      "UpToDate",
      "RemoteConnectionProbe",
      "BootstrapConfigReady",
      "InfrastructureReady",
      "ControlPlaneInitialized",
      "ControlPlaneAvailable",
      "WorkersAvailable",
      "CertificatesAvailable",
      "Initialized",
      "EtcdClusterHealthy",
      "ControlPlaneComponentsHealthy",
      "NodeHealthy",
      "NodeReady",
      "NodeKubeadmLabelsAndTaintsSet",
      "EtcdPodHealthy",
      "EtcdMemberHealthy",
      "APIServerPodHealthy",
      "ControllerManagerPodHealthy",
      "SchedulerPodHealthy",
      "HealthCheckSucceeded",
      "OwnerRemediated",
      // Operations
      "TopologyReconciled",
      "Updating",
      "RollingOut",
      "Remediating",
      "ScalingDown",
      "ScalingUp",
      // Aggregated from Machines
      "MachinesReady",
      "ControlPlaneMachinesReady",
      "WorkerMachinesReady",
      "MachinesUpToDate",
      "ControlPlaneMachinesUpToDate",
      "WorkerMachinesUpToDate",
    ],
    last: ["Paused", "Deleting"],
  },
  severity: { first: ["Ready"], last: [] },
};

/** Compares conditions of a shape: the well-known ones at their positions, all others between them by name. */
export function orderOf(shape: ConditionShape): (a: { readonly type: string }, b: { readonly type: string }) => number {
  const { first, last } = orders[shape];
  const rank = (type: string): number => {
    const early = first.indexOf(type);
    if (early >= 0) return early;
    return first.length + 1 + last.indexOf(type);
  };
  return (a, b) => rank(a.type) - rank(b.type) || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0);
}
