// What a control plane wants of its Machines, their configs and InfraMachines, and changes in those that exist.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { labels } from "@capstan/contract";
import { deepClone, keyOf } from "@capstan/kube";
import { isEtcdStacked } from "./config-spec.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";
import { controlPlaneGates, etcdGates } from "./machine-gates.ts";
import type { WantedMetadata, WantedSpec } from "../../set-fields.ts";

const nameLabel = "cluster.x-k8s.io/control-plane-name";

/** Labels and annotations, which all three have. */
export function desiredMetadata({ draft, cluster }: Pick<ControlPlaneInWork, "draft" | "cluster">): WantedMetadata {
  const { metadata } = draft.spec.machineTemplate;
  return {
    labels: {
      ...metadata?.labels,
      [labels.clusterName]: keyOf(cluster).name,
      [labels.controlPlane]: "",
      [nameLabel]: keyOf(draft).name,
    },
    annotations: { ...metadata?.annotations },
  };
}

/** The conditions that a Machine waits for. */
export function gatesOf(controlPlane: KubeadmControlPlane): readonly string[] {
  return isEtcdStacked(controlPlane) ? [...controlPlaneGates, ...etcdGates] : controlPlaneGates;
}

/** What its Machines have from the template. */
export function desiredSpec(controlPlane: KubeadmControlPlane): WantedSpec {
  const { readinessGates = [], deletion, taints } = deepClone(controlPlane.spec.machineTemplate.spec);
  const own = gatesOf(controlPlane);
  const given = readinessGates.filter(({ conditionType }) => !own.includes(conditionType));
  return {
    readinessGates: [...own.map((conditionType) => ({ conditionType })), ...given],
    ...(deletion === undefined ? {} : { deletion }),
    ...(taints === undefined ? {} : { taints }),
  };
}
