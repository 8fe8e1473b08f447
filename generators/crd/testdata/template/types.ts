import { defineInfraMachine, defineTemplate, type TemplateOf } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

/**
 * FooMachineSpec has rules about fields that templates lack.
 * @atMostOneOf providerID image snapshot
 * @exactlyOneOf providerID image
 * @cel size(self.flavor) > 0
 */
export interface FooMachineSpec {
  providerID?: string;
  image?: string;
  snapshot?: string;
  flavor: string;
}
export interface FooMachine extends KubeObject<"infrastructure.cluster.x-k8s.io/v1beta1", "FooMachine"> {
  spec?: FooMachineSpec;
  status?: {
    /** @minProperties 1 */
    initialization?: { provisioned?: boolean };
  };
}
export const FooMachine: Resource<FooMachine> = defineInfraMachine({
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "FooMachine",
  contracts: ["v1beta2"],
});

/** FooMachineTemplate is what FooMachines are made from. */
export type FooMachineTemplate = TemplateOf<FooMachine, "providerID">;
export const FooMachineTemplate: Resource<FooMachineTemplate> = defineTemplate(FooMachine, {
  omit: ["providerID"],
  shortNames: ["foomt"],
});
