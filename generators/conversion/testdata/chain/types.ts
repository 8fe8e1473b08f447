// A kind that has got two versions since its first, with its template; fields move between spec and status, away from others that are kept.
// The suite on kube-apiserver moves objects along this chain.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { Duration, Int32, KubeObject, Resource } from "@capstan/kube";

export interface OldestMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "FooMachine"> {
  spec?: { providerID?: string; wait?: Duration; mode?: "fast" | "safe"; paused?: boolean };
  status?: { ready?: boolean };
}
export const OldestMachine: Resource<OldestMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});
export type OldestMachineTemplate = TemplateOf<OldestMachine, "providerID">;
export const OldestMachineTemplate: Resource<OldestMachineTemplate> = defineTemplate(OldestMachine, {
  omit: ["providerID"],
});

export interface OlderMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: { providerID?: string; timeout?: Duration; mode?: "Fast" | "Safe"; paused?: boolean; rack?: string; slot?: string };
  status?: { ready?: boolean; pool?: string };
}
export const OlderMachine: Resource<OlderMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
});
export type OlderMachineTemplate = TemplateOf<OlderMachine, "providerID">;
export const OlderMachineTemplate: Resource<OlderMachineTemplate> = defineTemplate(OlderMachine, {
  omit: ["providerID"],
});

export interface Machine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1", "FooMachine"> {
  spec?: {
    providerID?: string;
    /** @minimum 0 */
    timeoutSeconds?: Int32;
    mode?: "Fast" | "Safe";
    suspended?: boolean;
    tier?: "Standard" | "Premium";
    pool?: string;
  };
  status?: { ready?: boolean; rack?: string };
}
export const Machine: Resource<Machine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1",
  kind: "FooMachine",
  contracts: ["v1beta1"],
  storage: true,
});
export type MachineTemplate = TemplateOf<Machine, "providerID">;
export const MachineTemplate: Resource<MachineTemplate> = defineTemplate(Machine, { omit: ["providerID"] });

export const oldest: Conversion<OldestMachine, Machine> = defineConversion({
  older: {
    "spec.wait": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.mode": { as: { enum: { fast: "Fast", safe: "Safe" } } },
    "spec.paused": { to: "spec.suspended" },
  },
  newer: { "spec.tier": "added", "spec.pool": "added", "status.rack": "added" },
});
export const older: Conversion<OlderMachine, Machine> = defineConversion({
  older: {
    "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.paused": { to: "spec.suspended" },
    "spec.rack": { to: "status.rack" },
    "spec.slot": "keep",
    "status.pool": { to: "spec.pool" },
  },
  newer: { "spec.tier": "added" },
});
