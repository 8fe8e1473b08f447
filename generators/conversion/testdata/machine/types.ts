// Cluster API's own Machine, whose real conversion this is.
import type { SeverityCondition } from "@capstan/contract/conditions";
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Condition, Duration, Int32, Int64, KubeObject, Resource, Time } from "@capstan/kube";

export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
}

export interface ContractReference {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface OlderMachine extends KubeObject<"cluster.x-k8s.io/v1beta1", "Machine"> {
  spec?: {
    clusterName: string;
    bootstrap: { configRef?: ObjectReference; dataSecretName?: string };
    infrastructureRef: ObjectReference;
    version?: string;
    nodeDrainTimeout?: Duration;
    nodeVolumeDetachTimeout?: Duration;
    nodeDeletionTimeout?: Duration;
  };
  status?: {
    nodeRef?: ObjectReference;
    phase?: string;
    bootstrapReady?: boolean;
    infrastructureReady?: boolean;
    failureReason?: string;
    failureMessage?: string;
    observedGeneration?: Int64;
    certificatesExpiryDate?: Time;
    conditions?: SeverityCondition[];
    v1beta2?: {
      /**
       * @listType map
       * @listMapKey type
       */
      conditions?: Condition[];
    };
  };
}

export interface NewerMachine extends KubeObject<"cluster.x-k8s.io/v1beta2", "Machine"> {
  spec?: {
    clusterName: string;
    bootstrap: { configRef?: ContractReference; dataSecretName?: string };
    infrastructureRef: ContractReference;
    version?: string;
    minReadySeconds?: Int32;
    deletion?: {
      /** @minimum 0 */
      nodeDrainTimeoutSeconds?: Int32;
      /** @minimum 0 */
      nodeVolumeDetachTimeoutSeconds?: Int32;
      /** @minimum 0 */
      nodeDeletionTimeoutSeconds?: Int32;
    };
  };
  status?: {
    nodeRef?: { name: string };
    /** @minLength 1 */
    phase?: string;
    initialization?: { bootstrapDataSecretCreated?: boolean; infrastructureProvisioned?: boolean };
    failureDomain?: string;
    observedGeneration?: Int64;
    certificatesExpiryDate?: Time;
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
    deprecated?: {
      v1beta1?: { conditions?: SeverityCondition[]; failureReason?: string; failureMessage?: string };
    };
  };
}
export const OlderMachine: Resource<OlderMachine> = defineResource({ apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Machine" });
export const NewerMachine: Resource<NewerMachine> = defineResource({
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  storage: true,
});

export const machine: Conversion<OlderMachine, NewerMachine> = defineConversion({
  older: {
    "spec.bootstrap.configRef": { as: "reference", bounds: "differ" },
    "spec.bootstrap.configRef.uid": "removed",
    "spec.infrastructureRef": { as: "reference", bounds: "differ" },
    "spec.infrastructureRef.uid": "removed",
    "spec.nodeDrainTimeout": { to: "spec.deletion.nodeDrainTimeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.nodeVolumeDetachTimeout": { to: "spec.deletion.nodeVolumeDetachTimeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.nodeDeletionTimeout": { to: "spec.deletion.nodeDeletionTimeoutSeconds", as: "seconds", bounds: "differ" },
    "status.nodeRef": { as: { reference: { apiVersion: "v1", kind: "Node" } }, bounds: "differ" },
    "status.nodeRef.namespace": "removed",
    "status.nodeRef.uid": "removed",
    "status.phase": { as: "dropEmpty" },
    "status.bootstrapReady": { to: "status.initialization.bootstrapDataSecretCreated", as: "boolPresence" },
    "status.infrastructureReady": { to: "status.initialization.infrastructureProvisioned", as: "boolPresence" },
    "status.failureReason": { to: "status.deprecated.v1beta1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1beta1.failureMessage" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
  },
  newer: { "spec.minReadySeconds": "added", "status.failureDomain": "added" },
});
