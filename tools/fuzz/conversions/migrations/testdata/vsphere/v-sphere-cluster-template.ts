import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereClusterTemplate as Older } from "../v1beta1/v-sphere-cluster-template.ts";
import type { VSphereClusterTemplate as Newer } from "../v1beta2/v-sphere-cluster-template.ts";
import { losesEmpty, requiredString } from "./required-string.ts";

export const vSphereClusterTemplate: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.template.spec": { bounds: "differ" },
    "spec.template.spec.clusterModules": { bounds: "differ" },
    "spec.template.spec.clusterModules[].moduleUUID": { bounds: "differ" },
    "spec.template.spec.clusterModules[].targetObjectName": { bounds: "differ" },
    "spec.template.spec.controlPlaneEndpoint.host": { bounds: "differ" },
    "spec.template.spec.controlPlaneEndpoint.port": { bounds: "differ" },
    "spec.template.spec.identityRef.name": { bounds: "differ" },
    "spec.template.spec.thumbprint": { bounds: "differ" },
  },
  newer: { "spec.template.metadata": "added" },
  together: {
    server: {
      older: { text: "spec.template.spec.server" },
      newer: { text: "spec.template.spec.server" },
      as: requiredString,
      bounds: "differ",
      loses: losesEmpty,
    },
  },
});
