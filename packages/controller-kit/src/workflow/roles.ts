// What differs between the workflows: whose object it is, whether externally managed objects are left alone, and the data
// the author gets. pass.ts asks this table and has no branch per role.
import { isControlPlaneMachine } from "@capstan/contract";
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { keyOf, type KubeObject } from "@capstan/kube";
import type { ControllerDefinition, Role } from "../authoring/controller-definition.ts";
import { bootstrapOf, closedGate } from "./gates.ts";
import type { Gated } from "./outcome.ts";
import { ownersByLabel, ownersOfInfraCluster, ownersOfInfraMachine, type Owners } from "./owner.ts";
import type { ObjectReader, PassDeps } from "./pass-deps.ts";

/** The data of a pass before it is shaped for the author. */
export interface PassSubject {
  readonly controller: ControllerDefinition;
  /** The working copy. */
  readonly object: KubeObject;
  readonly owners: Owners;
}

/** What a role adds to the common order. */
export interface RoleSteps {
  /** Whether the managed-by mark takes an object out of our hands. */
  readonly respectsExternal: boolean;
  /** Whose the object is; undefined while nobody claims it, which ends the pass. */
  owners(object: KubeObject, reader: ObjectReader): Promise<Owners | undefined>;
  /** What holds a pass back before the author is asked; never asked when deleting. */
  gate(subject: PassSubject): Gated | undefined;
  /** The first argument of `reconcile`. */
  reconcileData(subject: PassSubject, deps: PassDeps): Promise<object | Gated>;
  /** The first argument of `delete`. */
  deleteData(subject: PassSubject, deps: PassDeps): Promise<object>;
}

const open = (): undefined => undefined;
const clusterData = ({ object, owners }: PassSubject): Promise<object> =>
  Promise.resolve({ object, cluster: owners.cluster });

/** The steps of each role. */
export const roles: Readonly<Record<Role, RoleSteps>> = {
  InfraCluster: {
    respectsExternal: true,
    owners: ownersOfInfraCluster,
    gate: open,
    reconcileData: clusterData,
    deleteData: clusterData,
  },
  InfraMachine: {
    respectsExternal: true,
    owners: ownersOfInfraMachine,
    gate: ({ owners }) => closedGate(owners.cluster as Cluster, owners.machine as Machine),
    async reconcileData(subject, deps) {
      const infraCluster = await infraClusterOf(subject, deps.reader);
      if (infraCluster === undefined) {
        return {
          kind: "gated",
          reason: "WaitingForClusterInfrastructure",
          message: "the Cluster's infrastructure object is not there",
        };
      }
      return {
        ...machineData(subject),
        infraCluster,
        bootstrap: bootstrapOf(deps.client, subject.owners.machine as Machine),
      };
    },
    async deleteData(subject, deps) {
      return { ...machineData(subject), infraCluster: await infraClusterOf(subject, deps.reader) };
    },
  },
  plain: {
    respectsExternal: false,
    owners: ownersByLabel,
    gate: open,
    reconcileData: clusterData,
    deleteData: clusterData,
  },
};

function machineData({ object, owners }: PassSubject): object {
  const { cluster, machine } = owners;
  return { object, cluster, machine, controlPlane: isControlPlaneMachine(machine as Machine) };
}

/** The InfraCluster that the Cluster refers to, when it is of the kind these machines belong to. */
async function infraClusterOf(
  { controller, owners }: PassSubject,
  reader: ObjectReader,
): Promise<KubeObject | undefined> {
  const cluster = owners.cluster as Cluster;
  const reference = cluster.spec.infrastructureRef;
  const resource = controller.infraCluster;
  if (resource === undefined || reference?.kind !== resource.kind || reference.apiGroup !== resource.group)
    return undefined;
  return reader.get(resource, { namespace: keyOf(cluster).namespace, name: reference.name });
}
