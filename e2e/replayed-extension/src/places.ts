// The templates of the example's class, by what they are used for, and where the configuration of kubeadm lies in each.
import { applyMergePatch } from "@capstan/kube";
import { type AnyTemplate, templatesOf, type TemplateSelector } from "@capstan/extension-kit";
import type { Random } from "@capstan/repo";

/** A use of a template. */
export interface Place {
  /** The kind of the template. */
  readonly kind: string;
  /** Which templates of the kind: for workers also those of one MachineDeployment of two. */
  readonly where: (random: Random) => TemplateSelector;
  /** The fields of its spec above the configuration of kubeadm; absent where there is none. */
  readonly kubeadm?: readonly string[];
}

const controlPlane = (): TemplateSelector => templatesOf.controlPlane;
const workers = (random: Random): TemplateSelector =>
  templatesOf.machineDeployments(random.chance(0.4) ? { names: [random.pick(["md-0", "md-1"])] } : {});

export const infrastructure: Place = { kind: "DevClusterTemplate", where: () => templatesOf.infrastructureCluster };
export const plane: Place = {
  kind: "KubeadmControlPlaneTemplate",
  where: controlPlane,
  kubeadm: ["kubeadmConfigSpec"],
};
export const planeMachine: Place = { kind: "DevMachineTemplate", where: controlPlane };
export const workerMachine: Place = { kind: "DevMachineTemplate", where: workers };
export const workerConfig: Place = { kind: "KubeadmConfigTemplate", where: workers, kubeadm: [] };
export const everyPlace: readonly Place[] = [infrastructure, plane, planeMachine, workerMachine, workerConfig];

/** Merges into a template. */
export function merge(template: AnyTemplate, patch: object): void {
  Object.assign(template, applyMergePatch(template, patch));
}

/** A patch of the spec that machines, a control plane or the infrastructure are made of. */
export function ofSpec(spec: object): object {
  return { spec: { template: { spec } } };
}

/** A patch of the configuration of kubeadm. */
export function ofKubeadm({ kubeadm = [] }: Place, config: object): object {
  return ofSpec(kubeadm.reduceRight((inner, field) => ({ [field]: inner }), config));
}
