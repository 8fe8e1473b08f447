import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIMachine as Older } from "../v1beta1/oci-machine.ts";
import type { OCIMachine as Newer } from "../v1beta2/oci-machine.ts";
import { nsgNames } from "./nsg-names.ts";

export const ociMachine: Conversion<Older, Newer> = defineConversion({
  older: {},
  together: {
    // The one name is the list of names where that is empty, as upstream has it.
    nsgNames: {
      older: { name: "spec.nsgName", names: "spec.networkDetails.nsgNames" },
      newer: { names: "spec.networkDetails.nsgNames" },
      as: nsgNames,
      loses: ({ name }: { name?: string }) => name !== undefined,
    },
  },
});
