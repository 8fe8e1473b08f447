import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIManagedMachinePool as Older } from "../v1beta1/oci-managed-machine-pool.ts";
import type { OCIManagedMachinePool as Newer } from "../v1beta2/oci-managed-machine-pool.ts";

export const ociManagedMachinePool: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.nodePoolCyclingDetails": "added",
  },
});
