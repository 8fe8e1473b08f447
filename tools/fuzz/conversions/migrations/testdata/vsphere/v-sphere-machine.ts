import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereMachine as Older } from "../v1beta1/v-sphere-machine.ts";
import type { VSphereMachine as Newer } from "../v1beta2/v-sphere-machine.ts";
import { machineFields } from "./machine-fields.ts";
import { losesEmpty, requiredString } from "./required-string.ts";
import { losesParts, timeout } from "./timeout.ts";

export const vSphereMachine: Conversion<Older, Newer> = defineConversion({
  older: {
    ...machineFields,
    "spec.guestSoftPowerOffTimeout": { to: "spec.guestSoftPowerOffTimeoutSeconds", as: timeout, loses: losesParts },
    "spec.providerID": { bounds: "differ" },
    "spec.failureDomain": "keep",
    "spec.namingStrategy.template": { to: "spec.naming.template", bounds: "differ" },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
  },
  together: {
    apiGroup: {
      older: { text: "spec.network.devices[].addressesFromPools[].apiGroup" },
      newer: { text: "spec.network.devices[].addressesFromPools[].apiGroup" },
      as: requiredString,
      bounds: "differ",
      loses: losesEmpty,
    },
  },
});
