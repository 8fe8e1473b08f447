// How HetznerCluster of cluster-api-provider-hetzner changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { HetznerCluster as Older } from "../v1beta1/hetzner-cluster.ts";
import type { HetznerCluster as Newer } from "../v1beta2/hetzner-cluster.ts";

export const hetznerCluster: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.controlPlaneEndpoint.host": { bounds: "differ" },
    "spec.controlPlaneEndpoint.port": { bounds: "differ" },
    "spec.controlPlaneRegions": { bounds: "differ" },
    "spec.hcloudPlacementGroups": { bounds: "differ" },
    "spec.sshKeys.hcloud": { bounds: "differ" },
    "status.networkStatus.attachedServers": { bounds: "differ" },
    "spec.controlPlaneEndpoint": { bounds: "differ" },
    "status.hcloudPlacementGroups": { loses: "unmatched", bounds: "differ" },
    "status.hcloudPlacementGroups[].servers": { bounds: "differ" },
    "spec.sshKeys.robotRescueSecretRef": { to: "spec.sshKeys.rescueSecretRef" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions", bounds: "differ" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
    "status.failureDomains": { as: { mapToList: "name" }, bounds: "differ" },
  },
  together: {
    // A group without a name is, for upstream too, one whose name is empty.
    placementGroup: {
      older: { name: "status.hcloudPlacementGroups[].name" },
      newer: { name: "status.hcloudPlacementGroups[].name" },
      as: {
        forward: ({ name = "" }: { name?: string }) => ({ name }),
        back: ({ name }: { name?: string }) => (name === "" ? {} : { name }),
      },
      loses: ({ name }: { name?: string }) => name === "",
    },
  },
});
