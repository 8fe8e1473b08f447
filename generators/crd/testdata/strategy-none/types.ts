// A kind that the API server converts by itself, with its template, beside one that functions convert.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineInfraMachine, defineResource, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

interface Status {
  /** @minProperties 1 */
  initialization?: { provisioned?: boolean };
}

/** OldMachine is a machine with a hint. */
export interface OldMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1alpha1", "FooMachine"> {
  spec?: {
    /** @maxLength 512 */
    providerID?: string;
    hint?: string };
  status?: Status;
}
export const OldMachine: Resource<OldMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});
/** OldMachineTemplate is what OldMachines are made from. */
export type OldMachineTemplate = TemplateOf<OldMachine, "providerID">;
export const OldMachineTemplate: Resource<OldMachineTemplate> = defineTemplate(OldMachine, { omit: ["providerID"] });

/** FooMachine is a machine with a tier. */
export interface FooMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: {
    /** @maxLength 512 */
    providerID?: string;
    tier?: string };
  status?: Status;
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
  storage: true,
});
/** FooMachineTemplate is what FooMachines are made from. */
export type FooMachineTemplate = TemplateOf<FooMachine, "providerID">;
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine, { omit: ["providerID"] });

export const fooMachine: Conversion<OldMachine, FooMachine> = defineConversion({
  strategy: "None",
  older: { "spec.hint": "removed" },
  newer: { "spec.tier": "added" },
});

/** OldDisk is a disk with a hint. */
export interface OldDisk extends KubeObject<"test.capstan.dev/v1", "Disk"> {
  spec?: { hint?: string };
}
export const OldDisk: Resource<OldDisk> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Disk" });

/** Disk is a disk without one. */
export interface Disk extends KubeObject<"test.capstan.dev/v2", "Disk"> {
  spec?: { size?: string };
}
export const Disk: Resource<Disk> = defineResource({ apiVersion: "test.capstan.dev/v2", kind: "Disk", storage: true });

export const disk: Conversion<OldDisk, Disk> = defineConversion({
  older: { "spec.hint": "removed" },
  newer: { "spec.size": "added" },
});
