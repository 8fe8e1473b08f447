import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereClusterIdentity as Older } from "../v1beta1/v-sphere-cluster-identity.ts";
import type { VSphereClusterIdentity as Newer } from "../v1beta2/v-sphere-cluster-identity.ts";
import { requiredString } from "./required-string.ts";

export const vSphereClusterIdentity: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
  },
  together: {
    secretName: {
      older: { text: "spec.secretName" },
      newer: { text: "spec.secretName" },
      as: requiredString,
      bounds: "differ",
    },
  },
});
