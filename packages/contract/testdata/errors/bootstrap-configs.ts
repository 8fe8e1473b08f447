// Shape rules of the BootstrapConfig contracts as compile errors: each field missing, of another type, and required where it must not be.
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";
import { defineBootstrapConfig } from "@capstan/contract/define";

type Kind<K extends string> = KubeObject<"g.io/v1", K>;

export const statusMissing: Resource<Kind<"FooConfig"> & { spec?: { a?: string } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/spec-and-status: the object has no status: add `status?: FooStatus` to the object"'.
  contracts: ["v1beta1"],
});
export const statusWrong: Resource<Kind<"FooConfig"> & { status?: string }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/spec-and-status: status is not an object: type it as an interface"'.
  contracts: ["v1beta1"],
});
export const statusRequired: Resource<Kind<"FooConfig"> & { status: { dataSecretName?: string; ready?: boolean } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/spec-and-status: status is required, but an object is created without one: make it optional"'.
  contracts: ["v1beta1"],
});
export const dataSecretNameMissing: Resource<Kind<"FooConfig"> & { status?: { ready?: boolean } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/data-secret: the status has no field `dataSecretName`: add `dataSecretName?: string` to the status"'.
  contracts: ["v1beta1"],
});
export const dataSecretNameWrong: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: Int32; ready?: boolean } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/data-secret: status.dataSecretName is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const dataSecretCreatedMissingOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/initialization-completed: the status has no field `ready`, which contract v1beta1 reads: add `ready?: boolean` to the status"'.
  contracts: ["v1beta1"],
});
export const dataSecretCreatedWrongOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; ready?: string } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/initialization-completed: status.ready is not a boolean: type it `boolean`"'.
  contracts: ["v1beta1"],
});
export const dataSecretCreatedMissing: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta2"' is not assignable to type '"bootstrapconfig/initialization-completed: the status has no field `initialization.dataSecretCreated`, which contract v1beta2 reads: add `initialization?: { dataSecretCreated?: boolean }` to the status"'.
  contracts: ["v1beta2"],
});
export const dataSecretCreatedWrong: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; initialization?: { dataSecretCreated?: string } } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta2"' is not assignable to type '"bootstrapconfig/initialization-completed: status.initialization.dataSecretCreated is not a boolean: type it `boolean`"'.
  contracts: ["v1beta2"],
});
export const conditionsWrongOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; ready?: boolean; conditions?: Condition[] } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/conditions: status.conditions is not a list of conditions with a severity, which contract v1beta1 reads: type it `SeverityCondition[]`"'.
  contracts: ["v1beta1"],
});
export const conditionsWrong: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; initialization?: { dataSecretCreated?: boolean }; conditions?: string[] } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta2"' is not assignable to type '"bootstrapconfig/conditions: status.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta2"],
});
export const newerConditionsWrongOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; ready?: boolean; v1beta2?: { conditions?: string[] } } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/conditions: status.v1beta2.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta1"],
});
export const failureReasonWrongOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; ready?: boolean; failureReason?: Int32 } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/terminal-failures: status.failureReason is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const failureMessageWrongOlder: Resource<Kind<"FooConfig"> & { status?: { dataSecretName?: string; ready?: boolean; failureMessage?: Int32 } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1beta1"' is not assignable to type '"bootstrapconfig/terminal-failures: status.failureMessage is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const otherName: Resource<Kind<"FooThing"> & { status?: { dataSecretName?: string; initialization?: { dataSecretCreated?: boolean } } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooThing",
  // error: Type '"v1beta2"' is not assignable to type '"bootstrapconfig/kind-convention: the kind of the BootstrapConfig does not end in Config: name it for example FooConfig"'.
  contracts: ["v1beta2"],
});
export const unknownContract: Resource<KubeObject<"g.io/v1", "FooConfig"> & { spec?: { a?: string } }> = defineBootstrapConfig({
  apiVersion: "g.io/v1",
  kind: "FooConfig",
  // error: Type '"v1alpha4"' is not assignable to type '"bootstrapconfig/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1alpha4"],
});
