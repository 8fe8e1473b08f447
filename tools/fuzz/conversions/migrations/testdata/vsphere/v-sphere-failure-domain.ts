import { type Conversion, defineConversion } from "@capstan/api";
import type { VSphereFailureDomain as Older } from "../v1beta1/v-sphere-failure-domain.ts";
import type { VSphereFailureDomain as Newer } from "../v1beta2/v-sphere-failure-domain.ts";
import { losesEmpty, requiredString } from "./required-string.ts";

export const vSphereFailureDomain: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.region.name": { bounds: "differ" },
    "spec.region.tagCategory": { bounds: "differ" },
    "spec.topology.computeCluster": { bounds: "differ" },
    "spec.topology.datacenter": { bounds: "differ" },
    "spec.topology.datastore": { bounds: "differ" },
    "spec.topology.hosts.hostGroupName": { bounds: "differ" },
    "spec.topology.hosts.vmGroupName": { bounds: "differ" },
    "spec.topology.networkConfigurations": { bounds: "differ" },
    "spec.topology.networkConfigurations[].addressesFromPools": { bounds: "differ", loses: "unmatched" },
    "spec.topology.networkConfigurations[].addressesFromPools[].kind": { bounds: "differ" },
    "spec.topology.networkConfigurations[].addressesFromPools[].name": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp4Overrides.hostname": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp4Overrides.useDomains": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp4Overrides.useRoutes": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp6Overrides.hostname": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp6Overrides.useDomains": { bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp6Overrides.useRoutes": { bounds: "differ" },
    "spec.topology.networkConfigurations[].nameservers": { bounds: "differ" },
    "spec.topology.networkConfigurations[].networkName": { bounds: "differ" },
    "spec.topology.networkConfigurations[].searchDomains": { bounds: "differ" },
    "spec.topology.networks": { bounds: "differ" },
    "spec.zone.name": { bounds: "differ" },
    "spec.zone.tagCategory": { bounds: "differ" },
    "spec.region.autoConfigure": "keep",
    "spec.zone.autoConfigure": "keep",
    "spec.topology.networkConfigurations[].dhcp4Overrides.routeMetric": { as: "width", bounds: "differ" },
    "spec.topology.networkConfigurations[].dhcp6Overrides.routeMetric": { as: "width", bounds: "differ" },
  },
  together: {
    apiGroup: {
      older: { text: "spec.topology.networkConfigurations[].addressesFromPools[].apiGroup" },
      newer: { text: "spec.topology.networkConfigurations[].addressesFromPools[].apiGroup" },
      as: requiredString,
      bounds: "differ",
      loses: losesEmpty,
    },
  },
});
