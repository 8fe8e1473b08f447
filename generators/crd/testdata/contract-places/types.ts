import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

/** A field that is missing is reported at the interface that lacks it. */
export interface FooMachineSpec {
  size?: string;
}
export interface FooMachine extends KubeObject<"test.capstan.dev/v1", "FooMachine"> {
  spec?: FooMachineSpec;
  status?: { initialization?: Initialization };
}
/**
 * Initialization reports what happens once.
 * @minProperties 1
 */
export interface Initialization {
  provisioned?: boolean;
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "test.capstan.dev/v1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

/** An unknown contract is reported at the option, and not again at the template. */
export interface BarMachine extends KubeObject<"test.capstan.dev/v1", "BarMachine"> {
  spec?: FooMachineSpec;
}
export const BarMachine: Resource<BarMachine> = defineInfraMachine({
  apiVersion: "test.capstan.dev/v1",
  kind: "BarMachine",
  contracts: ["v1beta3"],
});

export type BarMachineTemplate = TemplateOf<BarMachine>;
export const BarMachineTemplate: Resource<BarMachineTemplate> = defineTemplate(BarMachine);
