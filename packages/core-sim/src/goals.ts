// The goals that nearly every test of a provider waits for.
// Handed to `until`; a test with a wish of its own writes a function like these.
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { clusterNameOf } from "@capstan/contract";
import { formatKey, type ObjectKey } from "@capstan/kube";
import type { SimGoal } from "./core-sim.ts";

/** The Cluster's infrastructure is provisioned and its endpoint known. */
export function clusterProvisioned(key: ObjectKey): SimGoal {
  return {
    name: `Cluster ${formatKey(key)} is Provisioned`,
    holds: async (client) => (await client.find(Cluster, key))?.status?.phase === "Provisioned",
  };
}

/** Exactly this many Machines of the Cluster exist, all Running and Ready. */
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

/** The Cluster is gone. */
export function clusterDeleted(key: ObjectKey): SimGoal {
  return {
    name: `Cluster ${formatKey(key)} is gone`,
    holds: async (client) => (await client.find(Cluster, key)) === undefined,
  };
}
