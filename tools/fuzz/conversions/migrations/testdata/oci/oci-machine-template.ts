import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIMachineTemplate as Older } from "../v1beta1/oci-machine-template.ts";
import type { OCIMachineTemplate as Newer } from "../v1beta2/oci-machine-template.ts";
import { nsgNames } from "./nsg-names.ts";

export const ociMachineTemplate: Conversion<Older, Newer> = defineConversion({
  older: {},
  together: {
    // The one name is the list of names where that is empty, as upstream has it.
    nsgNames: {
      older: { name: "spec.template.spec.nsgName", names: "spec.template.spec.networkDetails.nsgNames" },
      newer: { names: "spec.template.spec.networkDetails.nsgNames" },
      as: nsgNames,
      loses: ({ name }: { name?: string }) => name !== undefined,
    },
  },
});
