import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereVM as Older } from "../v1beta1/v-sphere-vm.ts";
import type { VSphereVM as Newer } from "../v1beta2/v-sphere-vm.ts";
import { machineFields } from "./machine-fields.ts";
import { losesEmpty, requiredString } from "./required-string.ts";
import { losesParts, timeout } from "./timeout.ts";

interface Reference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  namespace?: string;
  uid?: string;
  fieldPath?: string;
  resourceVersion?: string;
}

/** The newer version has the name alone. */
const bootstrap = {
  forward: ({ name = "" }: Reference) => ({ name }),
  back: ({ name }: { name: string }): Reference => (name === "" ? {} : { name }),
};
const losesReference = ({ name, ...more }: Reference): boolean => name === "" || Object.keys(more).length > 0;

export const vSphereVM: Conversion<Older, Newer> = defineConversion({
  older: {
    ...machineFields,
    "spec.guestSoftPowerOffTimeout": { to: "spec.guestSoftPowerOffTimeoutSeconds", as: timeout, loses: losesParts },
    "spec.biosUUID": { bounds: "differ" },
    "status.host": { bounds: "differ" },
    "status.moduleUUID": { bounds: "differ" },
    "status.snapshot": { bounds: "differ" },
    "status.taskRef": { bounds: "differ" },
    "status.vmRef": { bounds: "differ" },
    "spec.bootstrapRef": { as: bootstrap, loses: losesReference },
    "status.cloneMode": { as: "unchanged", bounds: "differ" },
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
