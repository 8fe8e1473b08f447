// How KThreesConfigTemplate of cluster-api-k3s changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { KThreesConfigTemplate as Older } from "../v1beta1/k-threes-config-template.ts";
import type { KThreesConfigTemplate as Newer } from "../v1beta2/k-threes-config-template.ts";

export const kThreesConfigTemplate: Conversion<Older, Newer> = defineConversion({
  older: {},
  newer: {
    "spec.template.spec.agentConfig.airGappedInstallScriptPath": "added",
    "spec.template.spec.serverConfig.cloudProviderName": "added",
    "spec.template.spec.serverConfig.disableCloudController": "added",
    "spec.template.spec.serverConfig.etcdProxyImage": "added",
    "spec.template.spec.serverConfig.systemDefaultRegistry": "added",
  },
});
