// The kubeadm bootstrap provider's kinds, API version v1beta1: deprecated, still served and converted.
export { KubeadmConfigTemplate } from "./kubeadm-config-template.ts";
export type { KubeadmConfigTemplateResource, KubeadmConfigTemplateSpec } from "./kubeadm-config-template.ts";
export { KubeadmConfig } from "./kubeadm-config.ts";
export type { KubeadmConfigStatus, KubeadmConfigV1Beta2Status } from "./kubeadm-config.ts";
export type { APIEndpoint } from "./api-endpoint.ts";
export type {
  APIServer,
  ClusterConfiguration,
  ControlPlaneComponent,
  DNS,
  Networking,
} from "./cluster-configuration.ts";
export type { BootstrapTokenDiscovery, Discovery, FileDiscovery, FileDiscoveryKubeConfig } from "./discovery.ts";
export type { DiskSetup, Filesystem, MountPoints, Partition } from "./disk-setup.ts";
export type { Etcd, ExternalEtcd, LocalEtcd } from "./etcd.ts";
export type { ContainerLinuxConfig, IgnitionSpec } from "./ignition.ts";
export type { ImageMeta } from "./image-meta.ts";
export type { BootstrapToken, BootstrapTokenString, InitConfiguration } from "./init-configuration.ts";
export type { JoinConfiguration, JoinControlPlane } from "./join-configuration.ts";
export type { KubeadmConfigSpec } from "./kubeadm-config-spec.ts";
export type { KubeConfigAuthExec, KubeConfigCluster, KubeConfigUser } from "./kubeconfig.ts";
export type { NodeRegistrationOptions } from "./node-registration.ts";
export type { NTP } from "./ntp.ts";
export type { Patches } from "./patches.ts";
export type { TypeMeta } from "./type-meta.ts";
export type { User } from "./user.ts";
export type { EncryptionAlgorithmType } from "../encryption-algorithm.ts";
export type {
  ConfigMapKeySelector,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
  SecretKeySelector,
} from "../env-var.ts";
export type { Encoding, File, FileContentFormat, FileSource, SecretFileSource } from "../file.ts";
export type { Format } from "../format.ts";
export type { HostPathMount } from "../host-path-mount.ts";
export type { KubeConfigAuthExecEnv, KubeConfigAuthProvider } from "../kubeconfig-plugins.ts";
export type { PartitionSpec } from "../partition-spec.ts";
export type { PasswdSource, SecretPasswdSource } from "../passwd-source.ts";
export type { Taint } from "../taint.ts";
