// Environment variables of pods as Kubernetes has them; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Quantity } from "@capstan/kube";

/**
 * A field of the pod.
 * @mapType atomic
 */
export interface ObjectFieldSelector {
  /** apiVersion is the version that the path is written in. Default: v1. */
  apiVersion?: string;
  /** fieldPath is the path of the field, for example `status.podIP`. */
  fieldPath: string;
}

/**
 * A resource of a container: a request or a limit.
 * @mapType atomic
 */
export interface ResourceFieldSelector {
  /** containerName names the container; the one with the variable by default. */
  containerName?: string;
  /** resource is the resource, for example `limits.memory`. */
  resource: string;
  /** divisor is the unit that the value is given in. Default: 1. */
  divisor?: Quantity;
}

/**
 * A value in a ConfigMap.
 * @mapType atomic
 */
export interface ConfigMapKeySelector {
  /**
   * name names the ConfigMap.
   * @default ""
   */
  name?: string;
  /** key is the key of the value. */
  key: string;
  /** optional allows the ConfigMap or the key to be missing. */
  optional?: boolean;
}

/**
 * A value in a Secret.
 * @mapType atomic
 */
export interface SecretKeySelector {
  /**
   * name names the Secret.
   * @default ""
   */
  name?: string;
  /** key is the key of the value. */
  key: string;
  /** optional allows the Secret or the key to be missing. */
  optional?: boolean;
}

/**
 * A variable in a file of a volume.
 * @mapType atomic
 */
export interface FileKeySelector {
  /** volumeName names the volume with the file. */
  volumeName: string;
  /** path is the path of the file within the volume; relative, without `..`. */
  path: string;
  /** key is the name of the variable in the file. */
  key: string;
  /**
   * optional allows the file or the key to be missing.
   * @default false
   */
  optional?: boolean;
}

/** Where the value of a variable comes from; exactly one field is set. */
export interface EnvVarSource {
  /** fieldRef takes a field of the pod. */
  fieldRef?: ObjectFieldSelector;
  /** resourceFieldRef takes a resource of a container. */
  resourceFieldRef?: ResourceFieldSelector;
  /** configMapKeyRef takes a value of a ConfigMap. */
  configMapKeyRef?: ConfigMapKeySelector;
  /** secretKeyRef takes a value of a Secret. */
  secretKeyRef?: SecretKeySelector;
  /** fileKeyRef takes a variable from a file of a volume. */
  fileKeyRef?: FileKeySelector;
}

/** An environment variable of a component. */
export interface EnvVar {
  /** name is the name of the variable. */
  name: string;
  /** value is the value; `$(NAME)` in it stands for an earlier variable. */
  value?: string;
  /** valueFrom says where the value comes from, instead of value. */
  valueFrom?: EnvVarSource;
}
