import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIMachinePoolMachine as Older } from "../v1beta1/oci-machine-pool-machine.ts";
import type { OCIMachinePoolMachine as Newer } from "../v1beta2/oci-machine-pool-machine.ts";

export const ociMachinePoolMachine: Conversion<Older, Newer> = defineConversion({
  older: {},
});
