// The kubeadm bootstrap provider's kinds, API version v1beta1: deprecated, still served and converted.
export { KubeadmConfigTemplate } from "./kubeadm-config-template.ts";
export type { KubeadmConfigTemplateResource, KubeadmConfigTemplateSpec } from "./kubeadm-config-template.ts";
export { KubeadmConfig } from "./kubeadm-config.ts";
export type { KubeadmConfigStatus, KubeadmConfigV1Beta2Status } from "./kubeadm-config.ts";
export type {
  APIServer,
  ClusterConfiguration,
  ControlPlaneComponent,
  DNS,
  Networking,
} from "./cluster-configuration.ts";
export type { APIEndpoint, ImageMeta, Patches, TypeMeta } from "./common.ts";
export type { BootstrapTokenDiscovery, Discovery, FileDiscovery, FileDiscoveryKubeConfig } from "./discovery.ts";
export type { DiskSetup, Filesystem, MountPoints, Partition } from "./disk-setup.ts";
export type { Etcd, ExternalEtcd, LocalEtcd } from "./etcd.ts";
export type { ContainerLinuxConfig, IgnitionSpec, NTP, User } from "./host-settings.ts";
export type { BootstrapToken, BootstrapTokenString, InitConfiguration } from "./init-configuration.ts";
export type { JoinConfiguration, JoinControlPlane } from "./join-configuration.ts";
export type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";
export type { KubeConfigAuthExec, KubeConfigCluster, KubeConfigUser } from "./kubeconfig.ts";
export type { NodeRegistrationOptions } from "./node-registration.ts";
export type { EncryptionAlgorithmType, Format, HostPathMount, PartitionSpec, Taint } from "../common.ts";
export type {
  ConfigMapKeySelector,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
  SecretKeySelector,
} from "../env-var.ts";
export type {
  Encoding,
  File,
  FileContentFormat,
  FileSource,
  PasswdSource,
  SecretFileSource,
  SecretPasswdSource,
} from "../file.ts";
export type { KubeConfigAuthExecEnv, KubeConfigAuthProvider } from "../kubeconfig-plugins.ts";
