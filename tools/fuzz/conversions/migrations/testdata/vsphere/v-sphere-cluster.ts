import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereCluster as Older } from "../v1beta1/v-sphere-cluster.ts";
import type { VSphereCluster as Newer } from "../v1beta2/v-sphere-cluster.ts";
import { losesEmpty, requiredString } from "./required-string.ts";

export const vSphereCluster: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.clusterModules": { bounds: "differ" },
    "spec.clusterModules[].moduleUUID": { bounds: "differ" },
    "spec.clusterModules[].targetObjectName": { bounds: "differ" },
    "spec.controlPlaneEndpoint.host": { bounds: "differ" },
    "spec.controlPlaneEndpoint.port": { bounds: "differ" },
    "spec.identityRef.name": { bounds: "differ" },
    "spec.thumbprint": { bounds: "differ" },
    "status.vCenterVersion": { bounds: "differ" },
    "status.failureDomains": { as: { mapToList: "name" }, bounds: "differ" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
  },
  together: {
    server: {
      older: { text: "spec.server" },
      newer: { text: "spec.server" },
      as: requiredString,
      bounds: "differ",
      loses: losesEmpty,
    },
  },
});
