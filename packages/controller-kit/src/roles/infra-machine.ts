// Controllers of InfraMachines: their owner is the Machine, they wait for the Cluster's infrastructure and for bootstrap data, and they report a provider ID.
import { Machine } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, isUpdateInProgress, ownerMachine } from "@capstan/contract";
import { writeField } from "@capstan/contract/fields";
import type { KubeObject } from "@capstan/kube";
import type { RoleData } from "../authoring/controller-definition.ts";
import { isViewOf } from "../workflow/kind-shape.ts";
import type { PassReader } from "../workflow/reader.ts";
import { bootstrapOf } from "./bootstrap-access.ts";
import { passGates, requireInfraCluster } from "./gates.ts";
import { clusterOfOwner, type MachineOwners, ownerWithUid, type Unowned } from "./owners.ts";
import { infraClusterOf } from "./pass-input.ts";
import type { ControllerRole, PassSubject } from "./role.ts";

/** The role of InfraMachines. */
export const infraMachineRole: ControllerRole<"InfraMachine"> = {
  owners: ownersOfInfraMachine,
  async reconcile(subject, { reader, client }, author) {
    const { cluster, machine } = subject.owners;
    passGates("InfraMachine", { resource: subject.controller.resource, cluster, owner: machine });
    const infraCluster = requireInfraCluster(await infraClusterOf(subject, reader));
    const bootstrap = bootstrapOf(client, machine);
    const updateInProgress = isUpdateInProgress(subject.object);
    return author({ ...machineInput(subject), infraCluster, bootstrap, updateInProgress });
  },
  async deleteInput(subject, { reader }) {
    return { ...machineInput(subject), infraCluster: await infraClusterOf(subject, reader) };
  },
  writeReport({ object, view }, { providerID, addresses, failureDomain }) {
    if (!isViewOf(view, "InfraMachine")) return;
    writeField(object, { view, name: "providerID" }, providerID);
    if (addresses !== undefined) writeField(object, { view, name: "addresses" }, addresses);
    if (failureDomain !== undefined) writeField(object, { view, name: "failureDomain" }, failureDomain);
  },
};

function machineInput({
  object,
  owners,
}: PassSubject<"InfraMachine">): Omit<RoleData["InfraMachine"]["deletePass"], "infraCluster"> {
  return { object, ...owners, controlPlane: isControlPlaneMachine(owners.machine) };
}

/** The owner Machine of an InfraMachine with its Cluster. */
async function ownersOfInfraMachine(object: KubeObject, reader: PassReader): Promise<MachineOwners | Unowned> {
  const machine = await ownerWithUid(object, { reference: ownerMachine(object), resource: Machine }, reader);
  return typeof machine === "string" ? machine : { machine, cluster: await clusterOfOwner(machine, reader) };
}
