// What differs between the workflows: the owners of an object, whether externally managed objects are left alone, what the author's
// functions receive, and where a report is written. The pass reads this table and has no branch per role.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import { setEndpoint, setFailureDomains, writeField, type ContractView } from "@capstan/contract/fields";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import type { ControllerDefinition, RoleData, RoleName } from "../authoring/controller-definition.ts";
import { bootstrapOf, closedEndpointGate, closedGate, noInfraCluster } from "./gates.ts";
import { isViewOf } from "./kind-shape.ts";
import { GateError } from "./outcome.ts";
import {
  ownersByLabel,
  ownersOfInfraCluster,
  ownersOfInfraMachine,
  type ClusterOwner,
  type MachineOwners,
  type OptionalCluster,
  type Unowned,
} from "./owner.ts";
import type { PassDeps } from "./pass-deps.ts";
import type { Reader } from "./reader.ts";

/** The owners that each role's objects have. */
export interface RoleOwners {
  readonly InfraCluster: ClusterOwner;
  readonly InfraMachine: MachineOwners;
  readonly plain: OptionalCluster;
}

/** What a pass works on. */
export interface PassSubject<K extends RoleName> {
  readonly controller: Pick<ControllerDefinition, "infraCluster" | "resource">;
  /** The working copy. */
  readonly object: KubeObject;
  readonly owners: RoleOwners[K];
}

/** An object, and the contract that says where its fields are. */
export interface ReportTarget {
  readonly object: KubeObject;
  readonly view: ContractView;
}

/** What a role adds to the common order. */
export interface RoleSteps<K extends RoleName> {
  /** Whether objects with the managed-by mark are left alone. */
  readonly respectsExternal: boolean;
  /** The owners of an object, or why it has none, which ends the pass. */
  owners(object: KubeObject, reader: Reader): Promise<RoleOwners[K] | Unowned>;
  /** The first argument of `reconcile`. Throws a GateError while something that it needs is missing. */
  reconcileInput(subject: PassSubject<K>, deps: PassDeps): Promise<RoleData[K]["pass"]>;
  /** The first argument of `delete`. */
  deleteInput(subject: PassSubject<K>, deps: PassDeps): Promise<RoleData[K]["deletePass"]>;
  /** Writes what `provisioned` reports into the fields of the contract. */
  writeReport(target: ReportTarget, report: RoleData[K]["report"]): void;
}

/** The steps of each role. */
export const roles: { readonly [K in RoleName]: RoleSteps<K> } = {
  InfraCluster: {
    respectsExternal: true,
    owners: ownersOfInfraCluster,
    async reconcileInput(subject) {
      const closed = closedEndpointGate(subject.controller.resource, subject.owners.cluster);
      if (closed !== undefined) throw new GateError(closed);
      return clusterInput(subject);
    },
    deleteInput: clusterInput,
    writeReport({ object, view }, { endpoint, failureDomains } = {}) {
      if (!isViewOf(view, "InfraCluster")) return;
      if (endpoint !== undefined) setEndpoint(object, endpoint);
      if (failureDomains !== undefined) setFailureDomains(object, view, failureDomains);
    },
  },
  InfraMachine: {
    respectsExternal: true,
    owners: ownersOfInfraMachine,
    async reconcileInput(subject, deps) {
      const { cluster, machine } = subject.owners;
      const closed = closedGate(cluster, machine);
      if (closed !== undefined) throw new GateError(closed);
      const infraCluster = await infraClusterOf(subject, deps.reader);
      if (infraCluster === undefined) throw new GateError(noInfraCluster());
      return { ...machineInput(subject), infraCluster, bootstrap: bootstrapOf(deps.client, machine) };
    },
    async deleteInput(subject, deps) {
      return { ...machineInput(subject), infraCluster: await infraClusterOf(subject, deps.reader) };
    },
    writeReport({ object, view }, { providerID, addresses, failureDomain }) {
      if (!isViewOf(view, "InfraMachine")) return;
      writeField(object, { view, name: "providerID" }, providerID);
      if (addresses !== undefined) writeField(object, { view, name: "addresses" }, addresses);
      if (failureDomain !== undefined) writeField(object, { view, name: "failureDomain" }, failureDomain);
    },
  },
  plain: {
    respectsExternal: false,
    owners: ownersByLabel,
    reconcileInput: clusterInput,
    deleteInput: clusterInput,
    writeReport() {},
  },
};

async function clusterInput<C extends Cluster | undefined>({
  object,
  owners,
}: {
  readonly object: KubeObject;
  readonly owners: { readonly cluster: C };
}): Promise<{ readonly object: KubeObject; readonly cluster: C }> {
  return { object, cluster: owners.cluster };
}

function machineInput({
  object,
  owners,
}: PassSubject<"InfraMachine">): Omit<RoleData["InfraMachine"]["deletePass"], "infraCluster"> {
  return { object, ...owners, controlPlane: isControlPlaneMachine(owners.machine) };
}

/** The InfraCluster that the Cluster refers to, when it is of the kind that these machines belong to. */
async function infraClusterOf(
  { controller, owners }: PassSubject<"InfraMachine">,
  reader: Reader,
): Promise<KubeObject | undefined> {
  const { cluster } = owners;
  const reference = cluster.spec.infrastructureRef;
  const resource: Resource | undefined = controller.infraCluster;
  if (resource === undefined || reference?.kind !== resource.kind || reference.apiGroup !== resource.group)
    return undefined;
  return reader.get(resource, { namespace: keyOf(cluster).namespace, name: reference.name });
}
