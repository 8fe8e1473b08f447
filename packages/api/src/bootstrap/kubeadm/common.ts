// Small shapes of kubeadm's kinds that are the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32, Time } from "@capstan/kube";

/** The algorithms that keys and certificates can be made with; "ECDSA-P384" since Kubernetes 1.34. */
export type EncryptionAlgorithmType = "ECDSA-P256" | "ECDSA-P384" | "RSA-2048" | "RSA-3072" | "RSA-4096";

/** The formats of bootstrap data. */
export type Format = "cloud-config" | "ignition";

/** A path of the host that a pod mounts. */
export interface HostPathMount {
  /**
   * name is the name of the volume in the pod.
   * @minLength 1
   * @maxLength 512
   */
  name: string;
  /**
   * hostPath is the path on the host.
   * @minLength 1
   * @maxLength 512
   */
  hostPath: string;
  /**
   * mountPath is the path in the pod.
   * @minLength 1
   * @maxLength 512
   */
  mountPath: string;
  /** readOnly forbids the pod to write. */
  readOnly?: boolean;
  /** pathType says what is expected at the path of the host, for example `DirectoryOrCreate`. */
  pathType?: string;
}

/** The size and the type of one partition. */
export interface PartitionSpec {
  /**
   * percentage is the share of the disk that the partition takes.
   * @minimum 1
   * @maximum 100
   */
  percentage: Int32;
  /**
   * partitionType is the type of the partition, by name or as the GUID of a GPT type.
   * @minLength 1
   * @maxLength 36
   * @cel {"rule": "self.matches('^(Linux|LinuxSwap|LinuxRAID|LVM|Fat32|NTFS|LinuxExtended|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$')", "message": "the type of a partition is Linux, LinuxSwap, LinuxRAID, LVM, Fat32, NTFS, LinuxExtended or the GUID of a GPT type"}
   */
  partitionType?: string;
}

/** A taint of a Node, as Kubernetes has it. */
export interface Taint {
  /** key is the key of the taint. */
  key: string;
  /** value is the value. */
  value?: string;
  /** effect says what the taint does to pods that do not tolerate it: `NoSchedule`, `PreferNoSchedule` or `NoExecute`. */
  effect: string;
  /** timeAdded is when the taint was added. */
  timeAdded?: Time;
}
