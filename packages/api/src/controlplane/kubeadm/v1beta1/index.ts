// The kubeadm control plane provider's kinds, API version v1beta1: deprecated, still served and converted.
export { KubeadmControlPlaneTemplate } from "./kubeadm-control-plane-template.ts";
export type {
  KubeadmControlPlaneTemplateResource,
  KubeadmControlPlaneTemplateResourceSpec,
  KubeadmControlPlaneTemplateSpec,
} from "./kubeadm-control-plane-template.ts";
export { KubeadmControlPlane } from "./kubeadm-control-plane.ts";
export type {
  KubeadmControlPlaneSpec,
  KubeadmControlPlaneStatus,
  KubeadmControlPlaneV1Beta2Status,
  LastRemediationStatus,
} from "./kubeadm-control-plane.ts";
export type {
  KubeadmControlPlaneMachineTemplate,
  KubeadmControlPlaneTemplateMachineTemplate,
} from "./machine-template.ts";
export type {
  MachineNamingStrategy,
  RemediationStrategy,
  RollingUpdate,
  RolloutBefore,
  RolloutStrategy,
  RolloutStrategyType,
} from "./rollout.ts";
