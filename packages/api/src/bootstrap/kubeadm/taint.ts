// Taints of Nodes as Kubernetes has them; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Time } from "@capstan/kube";

/** A taint of a Node. */
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
