// Cluster API's Machine in its two versions, as far as conversion is concerned.
import type { Condition, Duration, Int32, Int64, KubeObject, Time } from "@capstan/kube";
import type { SeverityCondition } from "@capstan/contract/conditions";

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
    v1beta2?: { conditions?: Condition[] };
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
      nodeDrainTimeoutSeconds?: Int32;
      nodeVolumeDetachTimeoutSeconds?: Int32;
      nodeDeletionTimeoutSeconds?: Int32;
    };
  };
  status?: {
    nodeRef?: { name: string };
    phase?: "Pending" | "Running" | "Failed";
    initialization?: { bootstrapDataSecretCreated?: boolean; infrastructureProvisioned?: boolean };
    failureDomain?: string;
    observedGeneration?: Int64;
    certificatesExpiryDate?: Time;
    conditions?: Condition[];
    deprecated?: {
      v1beta1?: { conditions?: SeverityCondition[]; failureReason?: string; failureMessage?: string };
    };
  };
}
