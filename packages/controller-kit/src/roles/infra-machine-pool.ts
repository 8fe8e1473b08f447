// Controllers of InfraMachinePools: their owner is the MachinePool, and they report the provider IDs of the machines that exist.
import { MachinePool } from "@capstan/api/core/v1beta2";
import { writeField } from "@capstan/contract/fields";
import { isViewOf } from "../workflow/kind-shape.ts";
import { bootstrapOf } from "./bootstrap-access.ts";
import { watchClusterOf, watchInfraClusters, watchOwner } from "./core-watches.ts";
import { bootstrapGate, infrastructureGate, passGates, requireInfraCluster } from "./gates.ts";
import { ownersOfMachinePool } from "./owners.ts";
import { infraClusterOf } from "./pass-input.ts";
import type { ControllerRole } from "./role.ts";

/** The role of InfraMachinePools. */
export const infraMachinePoolRole: ControllerRole<"InfraMachinePool"> = {
  ownerKinds: [MachinePool],
  secretVerbs: ["get"],
  respectsExternal: true,
  watches: (controller, cache) => [
    watchOwner(MachinePool, controller, ({ spec }) => spec.template.spec.infrastructureRef),
    watchClusterOf(controller, cache),
    ...watchInfraClusters(controller, cache),
  ],
  owners: ownersOfMachinePool,
  async reconcile(subject, { reader, client }, author) {
    const { cluster, machinePool } = subject.owners;
    passGates(infrastructureGate(cluster), bootstrapGate(machinePool));
    const infraCluster = requireInfraCluster(await infraClusterOf(subject, reader));
    const bootstrap = bootstrapOf(client, machinePool);
    return author({ object: subject.object, ...subject.owners, infraCluster, bootstrap });
  },
  async deleteInput(subject, { reader }) {
    return { object: subject.object, ...subject.owners, infraCluster: await infraClusterOf(subject, reader) };
  },
  writeReport({ object, view }, { providerIDs, replicas = providerIDs.length, providerID }) {
    if (!isViewOf(view, "InfraMachinePool")) return;
    writeField(object, { view, name: "providerIDList" }, [...providerIDs]);
    writeField(object, { view, name: "replicas" }, replicas);
    if (providerID !== undefined) writeField(object, { view, name: "providerID" }, providerID);
  },
};
