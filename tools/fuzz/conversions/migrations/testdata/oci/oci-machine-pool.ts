import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIMachinePool as Older } from "../v1beta1/oci-machine-pool.ts";
import type { OCIMachinePool as Newer } from "../v1beta2/oci-machine-pool.ts";

export const ociMachinePool: Conversion<Older, Newer> = defineConversion({
  older: {},
});
