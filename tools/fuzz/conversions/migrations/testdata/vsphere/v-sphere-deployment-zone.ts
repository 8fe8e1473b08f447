import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereDeploymentZone as Older } from "../v1beta1/v-sphere-deployment-zone.ts";
import type { VSphereDeploymentZone as Newer } from "../v1beta2/v-sphere-deployment-zone.ts";
import { losesEmpty, requiredString } from "./required-string.ts";

export const vSphereDeploymentZone: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.placementConstraint": { bounds: "differ" },
    "spec.placementConstraint.folder": { bounds: "differ" },
    "spec.placementConstraint.resourcePool": { bounds: "differ" },
    "spec.server": { bounds: "differ" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
  },
  together: {
    failureDomain: {
      older: { text: "spec.failureDomain" },
      newer: { text: "spec.failureDomain" },
      as: requiredString,
      bounds: "differ",
      loses: losesEmpty,
    },
  },
});
