// The order of conditions against the table in upstream's util/conditions/sort.go.
import { expect, it } from "vitest";
import { orderOf } from "./condition-order.ts";

/** The columns of upstream's table from the first row to the last; Example is one that it does not have, for its row of gates. */
const upstream = `
  Available Ready UpToDate RemoteConnectionProbe BootstrapConfigReady InfrastructureReady ControlPlaneInitialized
  ControlPlaneAvailable WorkersAvailable CertificatesAvailable Initialized EtcdClusterHealthy ControlPlaneComponentsHealthy NodeHealthy
  NodeReady NodeKubeadmLabelsAndTaintsSet EtcdPodHealthy EtcdMemberHealthy APIServerPodHealthy ControllerManagerPodHealthy
  SchedulerPodHealthy HealthCheckSucceeded OwnerRemediated
  TopologyReconciled Updating RollingOut Remediating ScalingDown ScalingUp
  MachinesReady ControlPlaneMachinesReady WorkerMachinesReady MachinesUpToDate ControlPlaneMachinesUpToDate WorkerMachinesUpToDate
  AExample ZExample
  Paused Deleting
`
  .trim()
  .split(/\s+/);

const sorted = (types: readonly string[], shape: "metav1" | "severity"): string[] =>
  types
    .map((type) => ({ type }))
    .toSorted(orderOf(shape))
    .map(({ type }) => type);

it("conditions of Kubernetes' shape stand as upstream sorts them, those of others before the last two", () => {
  expect(sorted(upstream.toReversed(), "metav1")).toEqual(upstream);
  expect(sorted(upstream.toSorted(), "metav1")).toEqual(upstream);
});

it("conditions with a severity stand by name, after Ready", () => {
  expect(sorted(["Paused", "Ready", "B", "Available", "A"], "severity")).toEqual([
    "Ready",
    "A",
    "Available",
    "B",
    "Paused",
  ]);
});

it.each(["metav1", "severity"] as const)("two conditions of one type are equal in the shape %s", (shape) => {
  expect(orderOf(shape)({ type: "A" }, { type: "A" })).toBe(0);
});
