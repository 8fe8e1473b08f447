// How KThreesConfig of cluster-api-k3s changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { KThreesConfig as Older } from "../v1beta1/k-threes-config.ts";
import type { KThreesConfig as Newer } from "../v1beta2/k-threes-config.ts";

export const kThreesConfig: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.agentConfig.airGappedInstallScriptPath": "added",
    "spec.serverConfig.cloudProviderName": "added",
    "spec.serverConfig.disableCloudController": "added",
    "spec.serverConfig.etcdProxyImage": "added",
    "spec.serverConfig.systemDefaultRegistry": "added",
  },
});
