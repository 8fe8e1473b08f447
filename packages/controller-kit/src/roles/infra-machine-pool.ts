// Controllers of InfraMachinePools: their owner is the MachinePool, and they report the provider IDs of the machines that exist.
import { type Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { ownerMachinePool, writePath } from "@capstan/contract";
import { writeField } from "@capstan/contract/fields";
import type { KubeObject } from "@capstan/kube";
import { isViewOf } from "../workflow/kind-shape.ts";
import { gated, GateError } from "../workflow/outcome.ts";
import type { PassReader } from "../workflow/reader.ts";
import { bootstrapOf } from "./bootstrap-access.ts";
import { passGates, requireInfraCluster } from "./gates.ts";
import { clusterOfOwner, ownerWithUid, type PoolOwners, type Unowned } from "./owners.ts";
import { infraClusterOf } from "./pass-input.ts";
import { listMachines, removePoolMachines, writePoolMachines, type MachinesOfPool } from "./pool-machines.ts";
import type { ControllerRole, PassSubject } from "./role.ts";

/** The role of InfraMachinePools. */
export const infraMachinePoolRole: ControllerRole<"InfraMachinePool"> = {
  owners: ownersOfMachinePool,
  async reconcile(subject, deps, author) {
    const { reader, client } = deps;
    const { cluster, machinePool } = subject.owners;
    passGates("InfraMachinePool", { resource: subject.controller.resource, cluster, owner: machinePool });
    const infraCluster = requireInfraCluster(await infraClusterOf(subject, reader));
    const bootstrap = bootstrapOf(client, machinePool);
    const pool = machinesOf(subject);
    // Core lists the InfraMachines only when it knows their kind.
    if (pool !== undefined) writePath(subject.object, "status.infrastructureMachineKind", pool.machines.kind);
    const readMachines = async (): Promise<readonly Machine[]> => (pool === undefined ? [] : listMachines(deps, pool));
    const result = await author({ object: subject.object, ...subject.owners, infraCluster, bootstrap, readMachines });
    if (pool !== undefined && result.result === "provisioned" && result.payload.machines !== undefined)
      await writePoolMachines(deps, pool, result.payload.machines);
    return result;
  },
  async deleteInput(subject, deps) {
    const pool = machinesOf(subject);
    const left = pool === undefined ? 0 : await removePoolMachines(deps, pool);
    if (left > 0) throw new GateError(gated("WaitingForMachines", `${left} machines of the pool are being deleted`));
    return { object: subject.object, ...subject.owners, infraCluster: await infraClusterOf(subject, deps.reader) };
  },
  writeReport({ object, view }, { providerIDs, replicas = providerIDs.length, providerID }) {
    if (!isViewOf(view, "InfraMachinePool")) return;
    writeField(object, { view, name: "providerIDList" }, [...providerIDs]);
    writeField(object, { view, name: "replicas" }, replicas);
    if (providerID !== undefined) writeField(object, { view, name: "providerID" }, providerID);
  },
};

function machinesOf({ controller, object, owners }: PassSubject<"InfraMachinePool">): MachinesOfPool | undefined {
  const { machines } = controller;
  return machines === undefined ? undefined : { object, machinePool: owners.machinePool, machines };
}

/** The owner MachinePool of an InfraMachinePool with its Cluster. */
async function ownersOfMachinePool(object: KubeObject, reader: PassReader): Promise<PoolOwners | Unowned> {
  const machinePool = await ownerWithUid(
    object,
    { reference: ownerMachinePool(object), resource: MachinePool },
    reader,
  );
  return typeof machinePool === "string"
    ? machinePool
    : { machinePool, cluster: await clusterOfOwner(machinePool, reader) };
}
