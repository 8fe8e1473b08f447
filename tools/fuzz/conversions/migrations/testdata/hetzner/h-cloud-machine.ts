// How HCloudMachine of cluster-api-provider-hetzner changes from v1beta1 to v1beta2.
import { type Conversion, defineConversion } from "@capstan/api";
import type { HCloudMachine as Older } from "../v1beta1/h-cloud-machine.ts";
import type { HCloudMachine as Newer } from "../v1beta2/h-cloud-machine.ts";

export const hcloudMachine: Conversion<Older, Newer> = defineConversion({
  older: {
    "spec.sshKeys": { bounds: "differ" },
    "status.sshKeys": { bounds: "differ" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions", bounds: "differ" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.ready": { to: "status.initialization.provisioned", as: "boolPresence" },
    "status.failureReason": "removed",
    "status.failureMessage": "removed",
  },
});
