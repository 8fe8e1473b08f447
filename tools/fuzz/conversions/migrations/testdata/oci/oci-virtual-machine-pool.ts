import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIVirtualMachinePool as Older } from "../v1beta1/oci-virtual-machine-pool.ts";
import type { OCIVirtualMachinePool as Newer } from "../v1beta2/oci-virtual-machine-pool.ts";

export const ociVirtualMachinePool: Conversion<Older, Newer> = defineConversion({
  older: {},
});
