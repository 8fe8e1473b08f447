// What a control plane wants of its Machines, their configs and InfraMachines, and changes in those that exist.
import type { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Machine } from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { deepClone, keyOf, type KubeObject } from "@capstan/kube";
import { isEtcdStacked } from "./config-spec.ts";
import type { ControlPlaneInWork } from "./control-plane-in-work.ts";
import { controlPlaneGates, etcdGates } from "./machine-gates.ts";
import { setMetadata, setSpec, specFields, type WantedMetadata, type WantedSpec } from "../../set-fields.ts";

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

/** Sets labels and annotations of a Machine's config or InfraMachine. */
export function setPartFields(part: KubeObject, work: ControlPlaneInWork): void {
  setMetadata(part, desiredMetadata(work), work.fields.of(part));
}

/** Sets the fields of a Machine that is not deleted. */
export function setMachineFields(machine: Machine, work: ControlPlaneInWork): void {
  setMetadata(machine, desiredMetadata(work), work.fields.of(machine));
  setSpec(machine.spec, specFields(desiredSpec(work.draft)), work.fields.of(machine));
}
