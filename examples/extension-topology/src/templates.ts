// The templates that are patched, with the fields that the patches touch. Everything else of a template passes through.
import { type KubeObject, type Resource, resourceOf } from "@capstan/api";

/** An argument of a kubeadm component. */
export interface KubeadmArgument {
  name: string;
  value: string;
}

/** kubeadm's control plane, as the kubeadm control plane provider has it. */
export interface KubeadmControlPlaneTemplate extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate"
> {
  spec: {
    template: {
      spec: {
        kubeadmConfigSpec?: {
          clusterConfiguration?: { apiServer?: { certSANs?: string[]; extraArgs?: KubeadmArgument[] } };
        };
      };
    };
  };
}
export const KubeadmControlPlaneTemplate: Resource<KubeadmControlPlaneTemplate> = resourceOf(
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate",
);

/** A machine of Cluster API's own test provider; in memory it only pretends to start. */
export interface DevMachineTemplate extends KubeObject<
  "infrastructure.cluster.x-k8s.io/v1beta2",
  "DevMachineTemplate"
> {
  spec: {
    template: {
      spec: {
        backend?: { inMemory?: { vm?: { provisioning?: { startupDuration?: string; startupJitter?: string } } } };
      };
    };
  };
}
export const DevMachineTemplate: Resource<DevMachineTemplate> = resourceOf(
  "infrastructure.cluster.x-k8s.io/v1beta2",
  "DevMachineTemplate",
);
