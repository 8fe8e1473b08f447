// Paths of the host in pods of the control plane; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

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
