import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIClusterTemplate as Older } from "../v1beta1/oci-cluster-template.ts";
import type { OCIClusterTemplate as Newer } from "../v1beta2/oci-cluster-template.ts";
import { losesRuleIds, securityGroups } from "./security-groups.ts";

export const ociClusterTemplate: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.template.spec.networkSpec.vcn.internetGatewayId": {
      to: "spec.template.spec.networkSpec.vcn.internetGateway.id",
    },
    "spec.template.spec.networkSpec.vcn.natGatewayId": { to: "spec.template.spec.networkSpec.vcn.natGateway.id" },
    "spec.template.spec.networkSpec.vcn.networkSecurityGroups": {
      to: "spec.template.spec.networkSpec.vcn.networkSecurityGroup.list",
      as: securityGroups,
      loses: losesRuleIds,
    },
    "spec.template.spec.networkSpec.vcn.privateRouteTableId": {
      to: "spec.template.spec.networkSpec.vcn.routeTable.privateRouteTableId",
    },
    "spec.template.spec.networkSpec.vcn.publicRouteTableId": {
      to: "spec.template.spec.networkSpec.vcn.routeTable.publicRouteTableId",
    },
    "spec.template.spec.networkSpec.vcn.serviceGatewayId": {
      to: "spec.template.spec.networkSpec.vcn.serviceGateway.id",
    },
  },
  newer: {
    "spec.template.spec.availabilityDomains": "added",
    "spec.template.spec.clientOverrides": "added",
    "spec.template.spec.networkSpec.apiServerLoadBalancer.loadBalancerType": "added",
    "spec.template.spec.networkSpec.vcn.internetGateway.skip": "added",
    "spec.template.spec.networkSpec.vcn.natGateway.skip": "added",
    "spec.template.spec.networkSpec.vcn.networkSecurityGroup.skip": "added",
    "spec.template.spec.networkSpec.vcn.routeTable.skip": "added",
    "spec.template.spec.networkSpec.vcn.serviceGateway.skip": "added",
  },
});
