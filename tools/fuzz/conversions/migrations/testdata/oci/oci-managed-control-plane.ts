import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIManagedControlPlane as Older } from "../v1beta1/oci-managed-control-plane.ts";
import type { OCIManagedControlPlane as Newer } from "../v1beta2/oci-managed-control-plane.ts";

export const ociManagedControlPlane: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.addons": "added",
    "spec.clusterOptions.openIdConnectDiscovery": "added",
    "spec.clusterOptions.openIdConnectTokenAuthenticationConfig": "added",
    "spec.clusterType": "added",
    "status.addonStatus": "added",
  },
});
