// Shape rules of the InfraMachine contracts as compile errors.
import type { KubeObject, Resource } from "@capstan/kube";
import { defineInfraMachine } from "@capstan/contract/define";

interface Machine<Spec, Status> extends KubeObject<"g.io/v1", "FooMachine"> {
  spec?: Spec;
  status?: Status;
}
interface Spec {
  providerID?: string;
}
interface Provisioned {
  initialization?: { provisioned?: boolean };
}
const base = { apiVersion: "g.io/v1", kind: "FooMachine" } as const;

export const noStatus: Resource<KubeObject<"g.io/v1", "FooMachine"> & { spec?: Spec }> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/spec-and-status: the object has no status: add `status?: FooStatus` to the object"'.
  contracts: ["v1beta2"],
});
export const providerIDOfNumber: Resource<Machine<{ providerID?: number }, Provisioned>> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/provider-id: spec.providerID is not a string: type it `string`"'.
  contracts: ["v1beta2"],
});
export const placementOfList: Resource<Machine<Spec, Provisioned & { failureDomain?: string[] }>> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/failure-domain: status.failureDomain is not a string: type it `string`"'.
  contracts: ["v1beta2"],
});
export const oldPlacement: Resource<Machine<Spec & { failureDomain?: number }, { ready?: boolean }>> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta1"' is not assignable to type '"inframachine/failure-domain: spec.failureDomain is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const interruptibleOfText: Resource<Machine<Spec, Provisioned & { interruptible?: string }>> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/interruptible: status.interruptible is not a boolean: type it `boolean`"'.
  contracts: ["v1beta2"],
});
export const conditionsOfMap: Resource<Machine<Spec, Provisioned & { conditions?: Record<string, string> }>> =
  defineInfraMachine({
    ...base,
    // error: Type '"v1beta2"' is not assignable to type '"inframachine/conditions: status.conditions is not a list of conditions: type it `Condition[]`"'.
    contracts: ["v1beta2"],
  });
export const newerConditionsOfText: Resource<Machine<Spec, { ready?: boolean; v1beta2?: { conditions?: string[] } }>> =
  defineInfraMachine({
    ...base,
    // error: Type '"v1beta1"' is not assignable to type '"inframachine/conditions: status.v1beta2.conditions is not a list of conditions: type it `Condition[]`"'.
    contracts: ["v1beta1"],
  });
export const failureOfFlag: Resource<Machine<Spec, { ready?: boolean; failureMessage?: boolean }>> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta1"' is not assignable to type '"inframachine/terminal-failures: status.failureMessage is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const addressOfAnyType: Resource<Machine<Spec, Provisioned & { addresses?: { type: string; address: string }[] }>> =
  defineInfraMachine({
    ...base,
    // error: Type '"v1beta2"' is not assignable to type '"inframachine/addresses: status.addresses is not a list of address and type, which is one of core's five: type it `MachineAddress[]`"'.
    contracts: ["v1beta2"],
  });
export const addressOfOtherType: Resource<
  Machine<Spec, Provisioned & { addresses?: { type: "Hostname" | "IPv4"; address: string }[] }>
> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/addresses: status.addresses is not a list of address and type, which is one of core's five: type it `MachineAddress[]`"'.
  contracts: ["v1beta2"],
});
export const shownFailureOfObject: Resource<Machine<Spec, Provisioned & { failureReason?: { code: string } }>> =
  defineInfraMachine({
    ...base,
    // error: Type '"v1beta2"' is not assignable to type '"inframachine/terminal-failures: status.failureReason is not a string: type it `string`"'.
    contracts: ["v1beta2"],
  });
interface RequiredStatus extends KubeObject<"g.io/v1", "FooMachine"> {
  spec?: Spec;
  status: Provisioned;
}
export const requiredStatus: Resource<RequiredStatus> = defineInfraMachine({
  ...base,
  // error: Type '"v1beta2"' is not assignable to type '"inframachine/spec-and-status: status is required, but an object is created without one: make it optional"'.
  contracts: ["v1beta2"],
});
