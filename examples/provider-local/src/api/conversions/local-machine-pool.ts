// How a LocalMachinePool changes between v1alpha1 and v1beta1: exactly the fields that differ.
// The generator writes the conversion functions and their proofs from it; LocalMachinePoolTemplate's follow from it.
import { defineConversion, type Conversion } from "@capstan/api";
import type * as v1alpha1 from "../v1alpha1/local-machine-pool.ts";
import type * as v1beta1 from "../v1beta1/local-machine-pool.ts";

export const localMachinePool: Conversion<v1alpha1.LocalMachinePool, v1beta1.LocalMachinePool> = defineConversion({
  older: {
    "spec.providerIDList": { bounds: "differ" },
    "spec.cpus": { to: "spec.capacity.cpus" },
    "spec.memory": { to: "spec.capacity.memory" },
    "spec.leaseDuration": { to: "spec.nodeLeaseDurationSeconds", as: "seconds", bounds: "differ" },
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
  newer: {
    "spec.machineObjects": "added",
    "status.initialization": "added",
    "status.infrastructureMachineKind": "added",
  },
});
