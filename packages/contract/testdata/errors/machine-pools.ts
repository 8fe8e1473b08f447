// Shape rules of the InfraMachinePool contracts as compile errors: each field missing, of another type, and required where it must not be.
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";
import { defineInfraMachinePool } from "@capstan/contract/define";

type Kind<K extends string> = KubeObject<"g.io/v1", K>;

export const statusMissing: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/spec-and-status: the object has no status: add `status?: FooStatus` to the object"'.
  contracts: ["v1beta1"],
});
export const statusWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: string }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/spec-and-status: status is not an object: type it as an interface"'.
  contracts: ["v1beta1"],
});
export const statusRequired: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status: { ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/spec-and-status: status is required, but an object is created without one: make it optional"'.
  contracts: ["v1beta1"],
});
export const providerIDListMissing: Resource<Kind<"FooMachinePool"> & { status?: { ready?: boolean; replicas?: Int32 }; spec?: { other?: string } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/provider-id-list: the spec has no field `providerIDList`: add `providerIDList?: string[]` to the spec"'.
  contracts: ["v1beta1"],
});
export const providerIDListWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string }; status?: { ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/provider-id-list: spec.providerIDList is not a list of strings: type it `string[]`"'.
  contracts: ["v1beta1"],
});
export const providerIDListRequired: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList: string[] }; status?: { ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/provider-id-list: spec.providerIDList is required, but the object is created before its machines are known: make it optional"'.
  contracts: ["v1beta1"],
});
export const provisionedMissingOlder: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/initialization-completed: the status has no field `ready`, which contract v1beta1 reads: add `ready?: boolean` to the status"'.
  contracts: ["v1beta1"],
});
export const provisionedWrongOlder: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: string; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/initialization-completed: status.ready is not a boolean: type it `boolean`"'.
  contracts: ["v1beta1"],
});
export const provisionedMissing: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta2"' is not assignable to type '"inframachinepool/initialization-completed: the status has no field `initialization.provisioned`, which contract v1beta2 reads: add `initialization?: { provisioned?: boolean }` to the status"'.
  contracts: ["v1beta2"],
});
export const provisionedWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { initialization?: { provisioned?: string }; ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta2"' is not assignable to type '"inframachinepool/initialization-completed: status.initialization.provisioned is not a boolean: type it `boolean`"'.
  contracts: ["v1beta2"],
});
export const provisionedMissingReady: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { initialization?: { provisioned?: boolean }; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta2"' is not assignable to type '"inframachinepool/initialization-completed: the status has no field `ready`, which core reads of a pool under every contract: add `ready?: boolean` to the status"'.
  contracts: ["v1beta2"],
});
export const replicasMissing: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/replicas: the status has no field `replicas`: add `replicas?: Int32` to the status"'.
  contracts: ["v1beta1"],
});
export const replicasWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: string } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/replicas: status.replicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const providerIDWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[]; providerID?: Int32 }; status?: { ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/provider-id: spec.providerID is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const machineKindWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: Int32; infrastructureMachineKind?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/machine-pool-machines: status.infrastructureMachineKind is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const conditionsWrongOlder: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: Int32; conditions?: Condition[] } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/conditions: status.conditions is not a list of conditions with a severity, which contract v1beta1 reads: type it `SeverityCondition[]`"'.
  contracts: ["v1beta1"],
});
export const conditionsWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { initialization?: { provisioned?: boolean }; ready?: boolean; replicas?: Int32; conditions?: string[] } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta2"' is not assignable to type '"inframachinepool/conditions: status.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta2"],
});
export const newerConditionsWrongOlder: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: Int32; v1beta2?: { conditions?: string[] } } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/conditions: status.v1beta2.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta1"],
});
export const otherName: Resource<Kind<"FooThing"> & { spec?: { providerIDList?: string[] }; status?: { initialization?: { provisioned?: boolean }; ready?: boolean; replicas?: Int32 } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooThing",
  // error: Type '"v1beta2"' is not assignable to type '"inframachinepool/kind-convention: the kind of the InfraMachinePool does not end in MachinePool: name it for example FooMachinePool"'.
  contracts: ["v1beta2"],
});
export const instancesWrong: Resource<Kind<"FooMachinePool"> & { spec?: { providerIDList?: string[] }; status?: { ready?: boolean; replicas?: Int32; instances?: string[] } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1beta1"' is not assignable to type '"inframachinepool/instances: status.instances is not a list of objects: type it as a list of an interface"'.
  contracts: ["v1beta1"],
});
export const unknownContract: Resource<KubeObject<"g.io/v1", "FooMachinePool"> & { spec?: { a?: string } }> = defineInfraMachinePool({
  apiVersion: "g.io/v1",
  kind: "FooMachinePool",
  // error: Type '"v1alpha4"' is not assignable to type '"inframachinepool/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1alpha4"],
});
