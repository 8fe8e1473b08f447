// How HetznerBareMetalHost of cluster-api-provider-hetzner changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { HetznerBareMetalHost as Older } from "../v1beta1/hetzner-bare-metal-host.ts";
import type { HetznerBareMetalHost as Newer } from "../v1beta2/hetzner-bare-metal-host.ts";

export const hetznerBareMetalHost: Conversion<Older, Newer> = defineConversion({
  older: {
    // A host may have a status alone.
    "spec.serverID": { bounds: "differ" },
    status: "removed",
    "spec.consumerRef": { as: "reference", bounds: "differ" },
    "spec.consumerRef.fieldPath": "removed",
    "spec.consumerRef.resourceVersion": "removed",
    "spec.consumerRef.uid": "removed",
    "spec.status.conditions": { to: "status.deprecated.v1beta1.conditions", bounds: "differ" },
    "spec.status.v1beta2.conditions": { to: "status.conditions" },
    "spec.status.errorType": { to: "status.errorType" },
    "spec.status.hardwareDetails.cpu.arch": { to: "status.hardwareDetails.cpu.arch" },
    "spec.status.hardwareDetails.cpu.clockGigahertz": { to: "status.hardwareDetails.cpu.clockGigahertz" },
    "spec.status.hardwareDetails.cpu.cores": { to: "status.hardwareDetails.cpu.cores" },
    "spec.status.hardwareDetails.cpu.flags": "keep",
    "spec.status.hardwareDetails.cpu.model": { to: "status.hardwareDetails.cpu.model" },
    "spec.status.hardwareDetails.cpu.threads": { to: "status.hardwareDetails.cpu.threads" },
    "spec.status.hardwareDetails.nics": { to: "status.hardwareDetails.nics" },
    "spec.status.hardwareDetails.ramGB": { to: "status.hardwareDetails.ramGB" },
    "spec.status.hardwareDetails.storage": { to: "status.hardwareDetails.storage" },
    "spec.status.ipv4": { to: "status.ipv4" },
    "spec.status.ipv6": { to: "status.ipv6" },
    "spec.status.nodeBootID": { to: "status.nodeBootID" },
    "spec.status.provisioningState": { to: "status.provisioningState" },
    "spec.status.rebootTriggeredAt": { to: "status.rebootTriggeredAt" },
    "spec.status.rebootTypes": { to: "status.rebootTypes" },
    "spec.status.rebooted": { to: "status.rebooted" },
    "spec.status.sshStatus": { to: "status.sshStatus" },
    "spec.status.errorCount": { keep: true, default: 0 },
    "spec.status.errorMessage": "keep",
    "spec.status.hetznerClusterRef": { keep: true, default: "" },
    "spec.status.installImage": "keep",
    "spec.status.lastUpdated": "keep",
    "spec.status.sshSpec": "keep",
    "spec.status.userData": "keep",
  },
});
