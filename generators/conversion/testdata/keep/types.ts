// Fields of other versions that the hub keeps: alone, in elements and in objects that only their version has; required ones too, with defaults inside of them, and whole objects. Three versions, and each keeps its own; two of them have a template.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Int32, JSONObject, KubeObject, Resource } from "@capstan/kube";

export interface OldestMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "FooMachine"> {
  spec?: {
    providerID?: string;
    name?: string;
    flavor?: string;
    legacy?: {
      mode?: "a" | "b";
      weight: Int32;
      taints?: {
        key: string;
        /** @default "NoSchedule" */
        effect?: string;
      }[];
    };
    /** @embeddedResource */
    manifest?: JSONObject;
    state?: { owner: string; net?: { address?: string; label?: string } };
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; bus?: string; shelf: Int32; size?: Int32 }[];
    sites?: Record<string, { rack?: string }>;
  };
  status?: { ready?: boolean; failureReason?: string };
}
export const OldestMachine: Resource<OldestMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});

export interface OlderMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha2", "FooMachine"> {
  spec?: {
    providerID?: string;
    name?: string;
    flavor?: string;
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; size?: Int32 }[];
    sites?: Record<string, { cpus?: Int32 }>;
  };
  status?: { ready?: boolean };
}
export const OlderMachine: Resource<OlderMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha2",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});

export interface Machine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: {
    providerID?: string;
    name?: string;
    endpoint?: { address?: string };
    state?: { net?: { label?: string } };
    /**
     * @listType map
     * @listMapKey name
     */
    disks?: { name: string; size?: Int32; encrypted?: boolean }[];
    sites?: Record<string, { cpus?: Int32 }>;
  };
  status?: { ready?: boolean };
}
export const Machine: Resource<Machine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
  storage: true,
});
export type OlderMachineTemplate = TemplateOf<OlderMachine, "providerID">;
export const OlderMachineTemplate: Resource<OlderMachineTemplate> = defineTemplate(OlderMachine, { omit: ["providerID"] });
export type MachineTemplate = TemplateOf<Machine, "providerID">;
export const MachineTemplate: Resource<MachineTemplate> = defineTemplate(Machine, { omit: ["providerID"] });

export const oldest: Conversion<OldestMachine, Machine> = defineConversion({
  older: {
    "spec.flavor": "keep",
    "spec.legacy": "keep",
    "spec.manifest": "keep",
    "spec.state.owner": { keep: true, default: "" },
    "spec.state.net.address": { to: "spec.endpoint.address" },
    "spec.disks[].bus": "keep",
    "spec.disks[].shelf": { keep: true, default: 0 },
    "spec.sites[*].rack": "keep",
    "status.failureReason": "keep",
  },
  newer: { "spec.disks[].encrypted": "added", "spec.sites[*].cpus": "added" },
});
export const older: Conversion<OlderMachine, Machine> = defineConversion({
  older: { "spec.flavor": "keep" },
  newer: { "spec.disks[].encrypted": "added", "spec.endpoint": "added", "spec.state": "added" },
});
