import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIManagedControlPlaneTemplate as Older } from "../v1beta1/oci-managed-control-plane-template.ts";
import type { OCIManagedControlPlaneTemplate as Newer } from "../v1beta2/oci-managed-control-plane-template.ts";

export const ociManagedControlPlaneTemplate: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.template.spec.addons": "added",
    "spec.template.spec.clusterOptions.openIdConnectDiscovery": "added",
    "spec.template.spec.clusterOptions.openIdConnectTokenAuthenticationConfig": "added",
    "spec.template.spec.clusterType": "added",
  },
});
