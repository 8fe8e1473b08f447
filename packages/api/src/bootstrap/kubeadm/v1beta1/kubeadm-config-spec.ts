// How a machine becomes a Node by kubeadm, API version v1beta1 (deprecated, still served).
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";
import type { Format } from "../common.ts";
import type { File } from "../file.ts";
import type { ClusterConfiguration } from "./cluster-configuration.ts";
import type { DiskSetup, MountPoints } from "./disk-setup.ts";
import type { IgnitionSpec, NTP, User } from "./host-settings.ts";
import type { InitConfiguration } from "./init-configuration.ts";
import type { JoinConfiguration } from "./join-configuration.ts";

/** How a machine becomes a Node by kubeadm. */
export interface KubeadmConfigSpec {
  /** clusterConfiguration is what kubeadm sets up for the whole cluster; for the first control plane machine. */
  clusterConfiguration?: ClusterConfiguration;
  /** initConfiguration is what kubeadm does on the first control plane machine. */
  initConfiguration?: InitConfiguration;
  /** joinConfiguration is what kubeadm does on every other machine. */
  joinConfiguration?: JoinConfiguration;
  /**
   * files are written to the machine before kubeadm runs.
   * @maxItems 200
   */
  files?: File[];
  /** diskSetup has partitions and file systems made. */
  diskSetup?: DiskSetup;
  /**
   * mounts are lines of the machine's fstab, each as a list of its fields.
   * @maxItems 100
   */
  mounts?: MountPoints[];
  /**
   * bootCommands run very early in every boot; cloud-init only.
   * @maxItems 1000
   * @items.minLength 1
   * @items.maxLength 10240
   */
  bootCommands?: string[];
  /**
   * preKubeadmCommands run before kubeadm.
   * @maxItems 1000
   * @items.minLength 1
   * @items.maxLength 10240
   */
  preKubeadmCommands?: string[];
  /**
   * postKubeadmCommands run after kubeadm.
   * @maxItems 1000
   * @items.minLength 1
   * @items.maxLength 10240
   */
  postKubeadmCommands?: string[];
  /**
   * users are created on the machine.
   * @maxItems 100
   */
  users?: User[];
  /** ntp says how the clock is set. */
  ntp?: NTP;
  /** format is the format of the bootstrap data. Default: cloud-config. */
  format?: Format;
  /** verbosity is how much kubeadm logs, as its flag `--v`. */
  verbosity?: Int32;
  /** useExperimentalRetryJoin has a script retry to join; deprecated, since kubeadm retries itself. */
  useExperimentalRetryJoin?: boolean;
  /** ignition has settings of the Ignition format. */
  ignition?: IgnitionSpec;
}
