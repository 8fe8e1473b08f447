// The kubeadm control plane provider's kinds, API version v1beta2.
export { KubeadmControlPlaneTemplate } from "./kubeadm-control-plane-template.ts";
export type {
  KubeadmControlPlaneTemplateResource,
  KubeadmControlPlaneTemplateResourceSpec,
  KubeadmControlPlaneTemplateSpec,
} from "./kubeadm-control-plane-template.ts";
export { KubeadmControlPlane } from "./kubeadm-control-plane.ts";
export type {
  KubeadmControlPlaneDeprecatedStatus,
  KubeadmControlPlaneInitializationStatus,
  KubeadmControlPlaneSpec,
  KubeadmControlPlaneStatus,
  KubeadmControlPlaneV1Beta1DeprecatedStatus,
  LastRemediationStatus,
} from "./kubeadm-control-plane.ts";
export type {
  KubeadmControlPlaneMachineTemplate,
  KubeadmControlPlaneMachineTemplateDeletionSpec,
  KubeadmControlPlaneMachineTemplateSpec,
  KubeadmControlPlaneTemplateMachineTemplate,
  KubeadmControlPlaneTemplateMachineTemplateDeletionSpec,
  KubeadmControlPlaneTemplateMachineTemplateSpec,
} from "./machine-template.ts";
export type {
  KubeadmControlPlaneRemediationSpec,
  KubeadmControlPlaneRolloutBeforeSpec,
  KubeadmControlPlaneRolloutSpec,
  KubeadmControlPlaneRolloutStrategy,
  KubeadmControlPlaneRolloutStrategyRollingUpdate,
  KubeadmControlPlaneRolloutStrategyType,
  MachineNamingSpec,
} from "./rollout.ts";
