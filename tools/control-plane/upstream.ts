// Upstream's providers as a real suite installs them: where their release files lie, and which built program stands in for which
// image.
import { join } from "node:path";
import type { ProviderSource } from "./clusterctl.ts";
import type { ControlPlane } from "./paths.ts";
import type { ProgramName } from "./programs.ts";

/** Core, both kubeadm providers and the in-memory infrastructure provider, from the local repository. */
export function upstreamProviders({ releases, versions }: ControlPlane): ProviderSource[] {
  const url = (label: string, file: string): string => join(releases, label, versions.clusterApi, file);
  return [
    { name: "cluster-api", type: "CoreProvider", url: url("cluster-api", "core-components.yaml") },
    { name: "kubeadm", type: "BootstrapProvider", url: url("bootstrap-kubeadm", "bootstrap-components.yaml") },
    {
      name: "kubeadm",
      type: "ControlPlaneProvider",
      url: url("control-plane-kubeadm", "control-plane-components.yaml"),
    },
    {
      name: "docker",
      type: "InfrastructureProvider",
      url: url("infrastructure-docker", "infrastructure-components.yaml"),
    },
  ];
}

/** The programs behind the images of the release files, by the image's short name. */
export const upstreamImages: Readonly<Record<string, ProgramName>> = {
  "cluster-api-controller": "cluster-api-manager",
  "kubeadm-bootstrap-controller": "kubeadm-bootstrap-manager",
  "kubeadm-control-plane-controller": "kubeadm-control-plane-manager",
  "capd-manager": "dev-infrastructure-manager",
};

/** Feature gates that ClusterClasses and Runtime Extensions need, as the release files read them. */
export const upstreamFeatures: Readonly<Record<string, string>> = {
  CLUSTER_TOPOLOGY: "true",
  EXP_RUNTIME_SDK: "true",
  EXP_IN_PLACE_UPDATES: "true",
};
