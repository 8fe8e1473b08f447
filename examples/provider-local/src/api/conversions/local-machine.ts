// How a LocalMachine changes between v1alpha1 and v1beta1: exactly the fields that differ.
// The generator writes the conversion functions and their proofs from it; LocalMachineTemplate's follow from it.
import { defineConversion, type Conversion } from "@capstan/api";
import type * as v1alpha1 from "../v1alpha1/local-machine.ts";
import type * as v1beta1 from "../v1beta1/local-machine.ts";

export const localMachine: Conversion<v1alpha1.LocalMachine, v1beta1.LocalMachine> = defineConversion({
  older: {
    "spec.cpus": { to: "spec.capacity.cpus" },
    "spec.memory": { to: "spec.capacity.memory" },
    "spec.providerID": { bounds: "differ" },
    "spec.leaseDuration": { to: "spec.nodeLeaseDurationSeconds", as: "seconds", bounds: "differ" },
    "status.addresses": { bounds: "differ" },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
    "status.failureReason": { to: "status.deprecated.v1alpha1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1alpha1.failureMessage" },
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
  newer: { "status.failureDomain": "added" },
});
