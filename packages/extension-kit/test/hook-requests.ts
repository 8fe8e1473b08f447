// A request of each hook, as Cluster API would send it, for tests that call all of them.
import type { HookName } from "@capstan/api/catalog";
import type { Cluster, Machine, MachineSet } from "@capstan/api/core/v1beta2";
import type { UpgradeStep } from "@capstan/api/hooks/v1alpha1";

const cluster: Cluster = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec: {} };
const ref = { apiGroup: "example.dev", kind: "Foo", name: "foo" };
const machineSpec = { clusterName: "c", bootstrap: {}, infrastructureRef: ref };
const machine: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "m" },
  spec: machineSpec,
};
const machineSet: MachineSet = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "MachineSet",
  metadata: { name: "ms" },
  spec: { clusterName: "c", selector: {}, template: { spec: machineSpec } },
};
const objects = { machine, infrastructureMachine: { kind: "Foo" } };
const setObjects = { machineSet, infrastructureMachineTemplate: { kind: "FooTemplate" } };
const between = { cluster, fromKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" };
const at = { cluster, kubernetesVersion: "v1.35.0" };
const template = {
  uid: "1",
  holderReference: { apiVersion: "v1", kind: "A", namespace: "n", name: "a", fieldPath: "spec" },
  object: {},
};

/** The steps of an upgrade from v1.34 to v1.35. */
export const plannedUpgrade: { readonly controlPlaneUpgrades: readonly UpgradeStep[] } = {
  controlPlaneUpgrades: [{ version: "v1.35.0" }],
};

/** The hooks that authors write handlers of. */
export type CalledHook = Exclude<HookName, "Discovery">;

/** The request of each hook, without apiVersion and kind. */
export const hookRequests: Readonly<Record<CalledHook, object>> = {
  BeforeClusterCreate: { cluster },
  AfterControlPlaneInitialized: { cluster },
  BeforeClusterUpgrade: between,
  BeforeControlPlaneUpgrade: { ...between, ...plannedUpgrade },
  AfterControlPlaneUpgrade: { ...at, ...plannedUpgrade },
  BeforeWorkersUpgrade: { ...between, workersUpgrades: [{ version: "v1.35.0" }] },
  AfterWorkersUpgrade: at,
  AfterClusterUpgrade: at,
  BeforeClusterDelete: { cluster },
  GeneratePatches: { items: [template] },
  ValidateTopology: { items: [template] },
  DiscoverVariables: {},
  GenerateUpgradePlan: { cluster, fromControlPlaneKubernetesVersion: "v1.34.0", toKubernetesVersion: "v1.35.0" },
  CanUpdateMachine: { current: objects, desired: objects },
  CanUpdateMachineSet: { current: setObjects, desired: setObjects },
  UpdateMachine: { desired: objects },
};
