// Shape rules of the ControlPlane contracts as compile errors: each field missing, of another type, and required where it must not be.
import type { Condition, Int32, KubeObject, Resource } from "@capstan/kube";
import { defineControlPlane } from "@capstan/contract/define";

type Kind<K extends string> = KubeObject<"g.io/v1", K>;

export const statusMissing: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/spec-and-status: the object has no status: add `status?: FooStatus` to the object"'.
  contracts: ["v1beta1"],
});
export const statusWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: string }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/spec-and-status: status is not an object: type it as an interface"'.
  contracts: ["v1beta1"],
});
export const statusRequired: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/spec-and-status: status is required, but an object is created without one: make it optional"'.
  contracts: ["v1beta1"],
});
export const endpointMissing: Resource<Kind<"FooControlPlane"> & { status?: { initialized?: boolean }; spec?: { other?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/endpoint: the spec has no controlPlaneEndpoint: add `controlPlaneEndpoint?: APIEndpoint` or set `providesEndpoint: false`"'.
  contracts: ["v1beta1"],
});
export const endpointWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/endpoint: spec.controlPlaneEndpoint has no host and port: type it `APIEndpoint`"'.
  contracts: ["v1beta1"],
});
export const endpointRequired: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint: { host: string; port: Int32 } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/endpoint: spec.controlPlaneEndpoint is required, but the object is created before its endpoint is known: make it optional"'.
  contracts: ["v1beta1"],
});
export const initializedMissingOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { other?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/initialization-completed: the status has no field `initialized`, which contract v1beta1 reads: add `initialized?: boolean` to the status"'.
  contracts: ["v1beta1"],
});
export const initializedWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/initialization-completed: status.initialized is not a boolean: type it `boolean`"'.
  contracts: ["v1beta1"],
});
export const initializedMissing: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { other?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/initialization-completed: the status has no field `initialization.controlPlaneInitialized`, which contract v1beta2 reads: add `initialization?: { controlPlaneInitialized?: boolean }` to the status"'.
  contracts: ["v1beta2"],
});
export const initializedWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: string } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/initialization-completed: status.initialization.controlPlaneInitialized is not a boolean: type it `boolean`"'.
  contracts: ["v1beta2"],
});
export const replicasWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; replicas?: string }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: spec.replicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const currentReplicasWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; replicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: status.replicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const readyReplicasWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; readyReplicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: status.readyReplicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const availableReplicasWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean }; availableReplicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/replicas: status.availableReplicas is not a number: type it `Int32`"'.
  contracts: ["v1beta2"],
});
export const upToDateReplicasWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean }; upToDateReplicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/replicas: status.upToDateReplicas is not a number: type it `Int32`"'.
  contracts: ["v1beta2"],
});
export const updatedReplicasWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; updatedReplicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: status.updatedReplicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const unavailableReplicasWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; unavailableReplicas?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: status.unavailableReplicas is not a number: type it `Int32`"'.
  contracts: ["v1beta1"],
});
export const selectorWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; selector?: Int32 } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/replicas: status.selector is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const versionWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; version?: Int32 }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/version: spec.version is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const currentVersionWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; version?: Int32 } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/version: status.version is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const versionsWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean }; versions?: string[] } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/version: status.versions is not a list of version and replicas: type it `{ version: string; replicas: Int32 }[]`"'.
  contracts: ["v1beta2"],
});
export const machineInfrastructureWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { infrastructureRef?: { name: string } } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/machines: spec.machineTemplate.infrastructureRef has no kind and name: type it `ObjectReference`"'.
  contracts: ["v1beta1"],
});
export const machineInfrastructureWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { infrastructureRef?: { name: string } } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/machines: spec.machineTemplate.spec.infrastructureRef has no kind and name: type it `ContractVersionedObjectReference`"'.
  contracts: ["v1beta2"],
});
export const machineMetadataWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { metadata?: { labels?: Record<string, string> } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/machines: spec.machineTemplate.metadata has no labels and annotations of strings: type it `TemplateObjectMeta`"'.
  contracts: ["v1beta2"],
});
export const nodeDrainTimeoutWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { nodeDrainTimeout?: Int32 } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/machines: spec.machineTemplate.nodeDrainTimeout is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const nodeDrainTimeoutWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { deletion?: { nodeDrainTimeoutSeconds?: string } } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/machines: spec.machineTemplate.spec.deletion.nodeDrainTimeoutSeconds is not a number: type it `Int32`"'.
  contracts: ["v1beta2"],
});
export const nodeVolumeDetachTimeoutWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { nodeVolumeDetachTimeout?: Int32 } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/machines: spec.machineTemplate.nodeVolumeDetachTimeout is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const nodeVolumeDetachTimeoutWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { deletion?: { nodeVolumeDetachTimeoutSeconds?: string } } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/machines: spec.machineTemplate.spec.deletion.nodeVolumeDetachTimeoutSeconds is not a number: type it `Int32`"'.
  contracts: ["v1beta2"],
});
export const nodeDeletionTimeoutWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { nodeDeletionTimeout?: Int32 } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/machines: spec.machineTemplate.nodeDeletionTimeout is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const nodeDeletionTimeoutWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { deletion?: { nodeDeletionTimeoutSeconds?: string } } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/machines: spec.machineTemplate.spec.deletion.nodeDeletionTimeoutSeconds is not a number: type it `Int32`"'.
  contracts: ["v1beta2"],
});
export const readinessGatesWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { readinessGates?: string[] } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/readiness-gates: spec.machineTemplate.readinessGates is not a list of conditionType: type it `MachineReadinessGate[]`"'.
  contracts: ["v1beta1"],
});
export const readinessGatesWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { readinessGates?: { polarity?: string }[] } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/readiness-gates: spec.machineTemplate.spec.readinessGates is not a list of conditionType: type it `MachineReadinessGate[]`"'.
  contracts: ["v1beta2"],
});
export const taintsWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { taints?: Record<string, string> } }; status?: { initialized?: boolean } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/taints: spec.machineTemplate.taints is not a list of key and effect: type it `MachineTaint[]`"'.
  contracts: ["v1beta1"],
});
export const taintsWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; machineTemplate?: { spec?: { taints?: { key: string }[] } } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/taints: spec.machineTemplate.spec.taints is not a list of key and effect: type it `MachineTaint[]`"'.
  contracts: ["v1beta2"],
});
export const externallyManagedWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; externalManagedControlPlane?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/external-managed: status.externalManagedControlPlane is not a boolean: type it `boolean`"'.
  contracts: ["v1beta1"],
});
export const rolloutAfterWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 }; rollout?: { after?: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/rollout-after: spec.rollout.after is not a time: type it `Time`"'.
  contracts: ["v1beta2"],
});
export const conditionsWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; conditions?: Condition[] } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/conditions: status.conditions is not a list of conditions with a severity, which contract v1beta1 reads: type it `SeverityCondition[]`"'.
  contracts: ["v1beta1"],
});
export const conditionsWrong: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean }; conditions?: string[] } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/conditions: status.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta2"],
});
export const newerConditionsWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; v1beta2?: { conditions?: string[] } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/conditions: status.v1beta2.conditions is not a list of conditions: type it `Condition[]`"'.
  contracts: ["v1beta1"],
});
export const failureReasonWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; failureReason?: Int32 } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/terminal-failures: status.failureReason is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const failureMessageWrongOlder: Resource<Kind<"FooControlPlane"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialized?: boolean; failureMessage?: Int32 } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1beta1"' is not assignable to type '"controlplane/terminal-failures: status.failureMessage is not a string: type it `string`"'.
  contracts: ["v1beta1"],
});
export const otherName: Resource<Kind<"FooThing"> & { spec?: { controlPlaneEndpoint?: { host: string; port: Int32 } }; status?: { initialization?: { controlPlaneInitialized?: boolean } } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooThing",
  // error: Type '"v1beta2"' is not assignable to type '"controlplane/kind-convention: the kind of the ControlPlane does not end in ControlPlane: name it for example FooControlPlane"'.
  contracts: ["v1beta2"],
});
export const unknownContract: Resource<KubeObject<"g.io/v1", "FooControlPlane"> & { spec?: { a?: string } }> = defineControlPlane({
  apiVersion: "g.io/v1",
  kind: "FooControlPlane",
  // error: Type '"v1alpha4"' is not assignable to type '"controlplane/contract-label: there is no contract of this name: name one or more of v1beta1, v1beta2"'.
  contracts: ["v1alpha4"],
});
