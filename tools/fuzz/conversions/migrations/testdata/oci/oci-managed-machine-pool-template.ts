import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIManagedMachinePoolTemplate as Older } from "../v1beta1/oci-managed-machine-pool-template.ts";
import type { OCIManagedMachinePoolTemplate as Newer } from "../v1beta2/oci-managed-machine-pool-template.ts";

export const ociManagedMachinePoolTemplate: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.template.spec.nodePoolCyclingDetails": "added",
  },
});
