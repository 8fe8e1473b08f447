import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIManagedCluster as Older } from "../v1beta1/oci-managed-cluster.ts";
import type { OCIManagedCluster as Newer } from "../v1beta2/oci-managed-cluster.ts";
import { losesRuleIds, securityGroups } from "./security-groups.ts";

export const ociManagedCluster: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.networkSpec.vcn.internetGatewayId": { to: "spec.networkSpec.vcn.internetGateway.id" },
    "spec.networkSpec.vcn.natGatewayId": { to: "spec.networkSpec.vcn.natGateway.id" },
    "spec.networkSpec.vcn.networkSecurityGroups": {
      to: "spec.networkSpec.vcn.networkSecurityGroup.list",
      as: securityGroups,
      loses: losesRuleIds,
    },
    "spec.networkSpec.vcn.privateRouteTableId": { to: "spec.networkSpec.vcn.routeTable.privateRouteTableId" },
    "spec.networkSpec.vcn.publicRouteTableId": { to: "spec.networkSpec.vcn.routeTable.publicRouteTableId" },
    "spec.networkSpec.vcn.serviceGatewayId": { to: "spec.networkSpec.vcn.serviceGateway.id" },
    "status.availabilityDomains": { to: "spec.availabilityDomains" },
  },
  newer: {
    "spec.hostUrl": "added",
    "spec.networkSpec.apiServerLoadBalancer.loadBalancerType": "added",
    "spec.networkSpec.vcn.internetGateway.skip": "added",
    "spec.networkSpec.vcn.natGateway.skip": "added",
    "spec.networkSpec.vcn.networkSecurityGroup.skip": "added",
    "spec.networkSpec.vcn.routeTable.skip": "added",
    "spec.networkSpec.vcn.serviceGateway.skip": "added",
  },
});
