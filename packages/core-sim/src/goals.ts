// The goals that most tests of providers wait for.
import { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { formatKey, type ObjectKey } from "@capstan/kube";
import type { SimGoal } from "./core-sim.ts";

/** Reached when the phase of the Cluster is Provisioned: its infrastructure is provisioned and its endpoint is set. */
export function clusterProvisioned(key: ObjectKey): SimGoal {
  return {
    name: `Cluster ${formatKey(key)} is Provisioned`,
    holds: async (client) => (await client.find(Cluster, key))?.status?.phase === "Provisioned",
  };
}

/** Reached when the Cluster has exactly this many Machines and all are Running and Ready. */
export function machinesRunning(key: ObjectKey, count: number): SimGoal {
  return {
    name: `${count} Machines of Cluster ${formatKey(key)} are Running`,
    async holds(client) {
      const { items } = await client.listAll(Machine, { namespace: key.namespace });
      const own = items.filter(
        (machine) => clusterNameOf(machine) === key.name || machine.spec.clusterName === key.name,
      );
      return own.length === count && own.every(isRunning);
    },
  };
}

function isRunning(machine: Machine): boolean {
  const ready = machine.status?.conditions?.find((condition) => condition.type === "Ready");
  return (
    machine.status?.phase === "Running" && ready?.status === "True" && machine.metadata.deletionTimestamp === undefined
  );
}

/** Reached when the phase of the MachinePool is Running: as many machines exist as it asks for, and their Nodes are ready. */
export function machinePoolRunning(key: ObjectKey, replicas: number): SimGoal {
  return {
    name: `MachinePool ${formatKey(key)} is Running with ${replicas} machines`,
    async holds(client) {
      const { status } = (await client.find(MachinePool, key)) ?? {};
      return status?.phase === "Running" && status.replicas === replicas;
    },
  };
}

/** Reached when the Cluster does not exist any more. */
export function clusterDeleted(key: ObjectKey): SimGoal {
  return {
    name: `Cluster ${formatKey(key)} is deleted`,
    holds: async (client) => (await client.find(Cluster, key)) === undefined,
  };
}
