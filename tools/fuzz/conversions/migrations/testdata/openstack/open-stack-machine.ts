// How OpenStackMachine of cluster-api-provider-openstack changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { OpenStackMachine as Older } from "../v1beta1/open-stack-machine.ts";
import type { OpenStackMachine as Newer } from "../v1beta2/open-stack-machine.ts";
import { flavor } from "./shared.ts";

export const openStackMachine: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.additionalBlockDevices[].name": { bounds: "differ" },
    "spec.image.imageRef.name": { bounds: "differ" },
    "spec.ports[].allowedAddressPairs[].ipAddress": { bounds: "differ" },
    "spec.ports[].valueSpecs[].key": { bounds: "differ" },
    "spec.ports[].valueSpecs[].name": { bounds: "differ" },
    "spec.ports[].valueSpecs[].value": { bounds: "differ" },
    "spec.serverMetadata[].key": { bounds: "differ" },
    "spec.serverMetadata[].value": { bounds: "differ" },
    "status.resolved.ports[].allowedAddressPairs[].ipAddress": { bounds: "differ" },
    "status.resolved.ports[].name": { bounds: "differ" },
    "status.resolved.ports[].networkID": { bounds: "differ" },
    "status.resolved.ports[].valueSpecs[].key": { bounds: "differ" },
    "status.resolved.ports[].valueSpecs[].name": { bounds: "differ" },
    "status.resolved.ports[].valueSpecs[].value": { bounds: "differ" },
    "status.resources.ports[].id": { bounds: "differ" },
    "spec.additionalBlockDevices[].sizeGiB": { as: "width", bounds: "differ" },
    "spec.additionalBlockDevices[].storage.type": { as: "unchanged", bounds: "differ" },
    "spec.identityRef.type": { as: "unchanged" },
    "spec.ports[].disablePortSecurity": { to: "spec.ports[].enablePortSecurity", as: "invert" },
    "spec.ports[].fixedIPs[].subnet.filter.ipVersion": { as: "width", bounds: "differ" },
    "spec.rootVolume.sizeGiB": { as: "width", bounds: "differ" },
    "spec.schedulerHintAdditionalProperties[].value.number": { as: "width", bounds: "differ" },
    "status.resolved.ports[].description": { as: "dropEmpty" },
    "status.resolved.ports[].disablePortSecurity": { to: "status.resolved.ports[].enablePortSecurity", as: "invert" },
    "status.conditions": { as: "conditions", bounds: "differ" },
    "status.failureMessage": "keep",
    "status.failureReason": "keep",
    // What was written in the older version comes back. Of other objects upstream asks the Ready condition.
    "status.ready": "keep",
  },
  together: {
    flavor: {
      older: { name: "spec.flavor", id: "spec.flavorID" },
      newer: { flavor: "spec.flavor" },
      as: flavor,
      bounds: "differ",
    },
  },
});
