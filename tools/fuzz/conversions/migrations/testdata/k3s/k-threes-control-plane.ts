// How KThreesControlPlane of cluster-api-k3s changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { KThreesControlPlane as Older } from "../v1beta1/k-threes-control-plane.ts";
import type { KThreesControlPlane as Newer } from "../v1beta2/k-threes-control-plane.ts";

export const kThreesControlPlane: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.infrastructureTemplate": { to: "spec.machineTemplate.infrastructureRef", bounds: "differ" },
    "spec.nodeDrainTimeout": { to: "spec.machineTemplate.nodeDrainTimeout" },
    "spec.upgradeAfter": { to: "spec.rolloutAfter" },
  },
  newer: {
    "spec.kthreesConfigSpec.agentConfig.airGappedInstallScriptPath": "added",
    "spec.kthreesConfigSpec.serverConfig.cloudProviderName": "added",
    "spec.kthreesConfigSpec.serverConfig.disableCloudController": "added",
    "spec.kthreesConfigSpec.serverConfig.etcdProxyImage": "added",
    "spec.kthreesConfigSpec.serverConfig.systemDefaultRegistry": "added",
    "spec.machineTemplate.nodeDeletionTimeout": "added",
    "spec.machineTemplate.nodeVolumeDetachTimeout": "added",
    "status.version": "added",
  },
});
