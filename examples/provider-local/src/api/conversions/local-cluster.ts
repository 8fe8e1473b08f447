// How a LocalCluster changes between v1alpha1 and v1beta1: exactly the fields that differ.
// The generator writes the conversion functions and their proofs from it; LocalClusterTemplate's follow from it.
import { defineConversion, type Conversion } from "@capstan/api";
import type * as v1alpha1 from "../v1alpha1/local-cluster.ts";
import type * as v1beta1 from "../v1beta1/local-cluster.ts";

export const localCluster: Conversion<v1alpha1.LocalCluster, v1beta1.LocalCluster> = defineConversion({
  older: {
    "spec.controlPlaneEndpoint.host": { as: "dropEmpty" },
    "spec.controlPlaneEndpoint.port": { as: "dropEmpty", bounds: "differ" },
    "spec.zones": { to: "spec.failureDomains" },
    "spec.backend": { to: "spec.apiServer.backend", as: { enum: { embedded: "Embedded", real: "Real" } } },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
    "status.failureDomains": { as: { mapToList: "name" }, bounds: "differ" },
    "status.failureReason": { to: "status.deprecated.v1alpha1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1alpha1.failureMessage" },
    "status.conditions": { as: "conditions", bounds: "differ" },
  },
});
