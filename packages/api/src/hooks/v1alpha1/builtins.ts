// The value of the variable `builtin`, which core adds to the user's variables. It is not part of the schema of a hook.
import type { Int32, Int64 } from "@capstan/kube";

/** The name of the variable. */
export const builtinVariable = "builtin" as const;

/** The value of the variable `builtin`: facts about the Cluster and the object that uses a template. */
export interface Builtins {
  /** cluster describes the Cluster; it is one of the variables for all templates. */
  cluster?: ClusterBuiltins;
  /** controlPlane describes the control plane; for its templates only. */
  controlPlane?: ControlPlaneBuiltins;
  /** machineDeployment describes the MachineDeployment; for its templates only. */
  machineDeployment?: MachineDeploymentBuiltins;
  /** machinePool describes the MachinePool; for its templates only. */
  machinePool?: MachinePoolBuiltins;
}

/** Labels and annotations of an object. */
export interface BuiltinMetadata {
  /** labels are the labels. */
  labels?: Record<string, string>;
  /** annotations are the annotations. */
  annotations?: Record<string, string>;
}

/** The name of a referenced object. */
export interface BuiltinReference {
  /** name is the name of the object. */
  name?: string;
}

/** The Cluster. */
export interface ClusterBuiltins {
  /** name is the Cluster's name. */
  name?: string;
  /** namespace is the Cluster's namespace. */
  namespace?: string;
  /** uid is the Cluster's UID. */
  uid?: string;
  /** metadata are the Cluster's labels and annotations. */
  metadata?: BuiltinMetadata;
  /** topology describes the topology. */
  topology?: ClusterTopologyBuiltins;
  /** network describes the network. */
  network?: ClusterNetworkBuiltins;
}

/** The topology of the Cluster. */
export interface ClusterTopologyBuiltins {
  /** version is the Kubernetes version. */
  version?: string;
  /** classRef names the ClusterClass. */
  classRef: { name: string; namespace: string };
  /** class names the ClusterClass; read `classRef`. */
  class?: string;
  /** classNamespace is the namespace of the ClusterClass; read `classRef`. */
  classNamespace?: string;
}

/** The network of the Cluster. */
export interface ClusterNetworkBuiltins {
  /** serviceDomain is the DNS domain of Services. */
  serviceDomain?: string;
  /** services are the address ranges of Services. */
  services?: string[];
  /** pods are the address ranges of pods. */
  pods?: string[];
}

/** The control plane. */
export interface ControlPlaneBuiltins {
  /** version is the current Kubernetes version of the control plane, or the one that it is upgraded to. */
  version?: string;
  /** metadata are the labels and annotations of the topology's control plane. */
  metadata?: BuiltinMetadata;
  /** name is the name of the control plane object. */
  name?: string;
  /** replicas is the desired number of machines. */
  replicas?: Int32;
  /** machineTemplate references the template of the machines. */
  machineTemplate?: { infrastructureRef?: BuiltinReference };
}

/** A MachineDeployment. */
export interface MachineDeploymentBuiltins {
  /** version is the current Kubernetes version of the machines, or the one that they are upgraded to. */
  version?: string;
  /** metadata are the labels and annotations of the topology's entry. */
  metadata?: BuiltinMetadata;
  /** class names the class of the workers. */
  class?: string;
  /** name is the name of the MachineDeployment. */
  name?: string;
  /** topologyName is the name of the topology's entry. */
  topologyName?: string;
  /** replicas is the desired number of machines. */
  replicas?: Int64;
  /** bootstrap references the bootstrap template. */
  bootstrap?: { configRef?: BuiltinReference };
  /** infrastructureRef references the infrastructure template. */
  infrastructureRef?: BuiltinReference;
}

/** A MachinePool. */
export interface MachinePoolBuiltins {
  /** version is the current Kubernetes version of the machines, or the one that they are upgraded to. */
  version?: string;
  /** metadata are the labels and annotations of the topology's entry. */
  metadata?: BuiltinMetadata;
  /** class names the class of the workers. */
  class?: string;
  /** name is the name of the MachinePool. */
  name?: string;
  /** topologyName is the name of the topology's entry. */
  topologyName?: string;
  /** replicas is the desired number of machines. */
  replicas?: Int64;
  /** bootstrap references the bootstrap config. */
  bootstrap?: { configRef?: BuiltinReference };
  /** infrastructureRef references the infrastructure object. */
  infrastructureRef?: BuiltinReference;
}
