// What the record of a kind says of its workflow, with the resources and functions of this package: owners, created kinds and watches.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { IPAddress } from "@capstan/api/ipam/v1beta2";
import { kindContracts, type KindWorkflow, type OwnerKind, type WatchedObjects } from "@capstan/contract/rules";
import type { Resource } from "@capstan/kube";
import type { Cache, ControllerWatch } from "@capstan/operator";
import type { ControllerDefinition, RoleName } from "../authoring/controller-definition.ts";
import { watchClusterOf, watchInfraClusters, watchMachines, watchOwner, type WatchSubject } from "./core-watches.ts";
import { poolKindOf, watchClaims } from "./ip-pool-watches.ts";

/** The workflow of a kind without a contract. */
const plainWorkflow: KindWorkflow = {
  kit: "controller",
  references: [],
  gates: [],
  watches: ["cluster"],
  parts: {
    cluster: ["pause", "deletion", "spec.controlPlaneEndpoint", "spec.infrastructureRef", "status.initialization"],
  },
  results: [],
  conditions: ["Ready", "Paused"],
  grants: { objects: ["get", "list", "patch", "watch"], secrets: [], creates: [] },
  mayBeExternal: false,
  isPausedByAnnotation: false,
};

const coreKinds: Readonly<Record<OwnerKind | KindWorkflow["grants"]["creates"][number], Resource>> = {
  Cluster,
  Machine,
  MachinePool,
  IPAddress,
};

/** The workflow of a role. */
export function workflowOf(role: RoleName): KindWorkflow {
  return role === "plain" ? plainWorkflow : kindContracts[role].workflow;
}

/** The kinds of core that own the objects of a role. Their changes cause passes, and the manager may read them. */
export function ownerKindsOf(role: RoleName): readonly Resource[] {
  return workflowOf(role).references.map(({ kind }) => coreKinds[kind]);
}

/** The kinds of core that the kit creates, owned by the objects of a role. */
export function createdKindsOf(role: RoleName): readonly Resource[] {
  return workflowOf(role).grants.creates.map((kind) => coreKinds[kind]);
}

type WatchMaker = (controller: ControllerDefinition & WatchSubject, cache: Cache) => readonly ControllerWatch[];

const watchMakers: Readonly<Record<WatchedObjects, WatchMaker>> = {
  cluster: (controller, cache) => [watchClusterOf(controller, cache)],
  "infra-cluster": watchInfraClusters,
  machines: watchMachines,
  claims: (controller, cache) => watchClaims(poolKindOf(controller), cache),
};

/** The watches that the record of a controller's kind names: its owners first. */
export function workflowWatches(controller: ControllerDefinition, cache: Cache): readonly ControllerWatch[] {
  const { references, watches, parts } = workflowOf(controller.role);
  const watched = { ...controller, parts };
  return [
    ...references.map(({ kind, path }) => watchOwner({ owner: coreKinds[kind], kind, path }, watched)),
    ...watches.flatMap((name) => watchMakers[name](watched, cache)),
  ];
}
