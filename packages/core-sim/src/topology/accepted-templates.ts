// Templates of classes that their webhooks keep as they are: one whose spec was changed in place counts as it was before, since the write would have been rejected.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { deepEqual, getAt, isJsonObject, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";
import { DevMachine } from "../play/dev-kinds.ts";

/** What a webhook says of itself: the group in its errors, and what it advises. */
interface Keeping {
  readonly group: string;
  readonly advice: string;
}

const ofDev: Keeping = { group: DevMachine.group, advice: "Please create a new resource instead." };

/** By kind and group. A KubeadmConfigTemplate may be changed. */
const kept: ReadonlyMap<string, Keeping> = new Map([
  [
    `KubeadmControlPlaneTemplate.${KubeadmControlPlane.group}`,
    // The provider names the group of core, not its own.
    { group: "cluster.x-k8s.io", advice: "Please create new resource instead." },
  ],
  [`DevClusterTemplate.${DevMachine.group}`, ofDev],
  [`DevMachineTemplate.${DevMachine.group}`, ofDev],
]);

/** A template as its webhook would have left it. */
export interface AcceptedTemplate {
  readonly template: KubeObject;
  /** Why the webhook would have rejected what is stored; undefined where it would not. */
  readonly rejection?: string;
}

/** Remembers what the webhooks accepted: of each template, what was read first. */
export class AcceptedTemplates {
  /** What `spec.template.spec` was, by UIDs. */
  readonly #specs = new Map<string, unknown>();

  accept(stored: KubeObject): AcceptedTemplate {
    const { kind, apiVersion, metadata } = stored;
    const keeping = kept.get(`${kind}.${parseApiVersion(apiVersion).group}`);
    const { uid = "" } = metadata;
    const now = getAt(stored, ["spec", "template", "spec"]);
    if (keeping === undefined) return { template: stored };
    if (!this.#specs.has(uid)) this.#specs.set(uid, now);
    const before = this.#specs.get(uid);
    if (deepEqual(before, now)) return { template: stored };
    const text = `${kind} spec.template.spec field is immutable. ${keeping.advice}`;
    return {
      template: withSpec(stored, before),
      rejection: `${kind}.${keeping.group} ${JSON.stringify(keyOf(stored).name)} is invalid: spec.template.spec: Invalid value: ${text}`,
    };
  }
}

function withSpec(stored: KubeObject, before: unknown): KubeObject {
  const [spec, template] = [getAt(stored, ["spec"]), getAt(stored, ["spec", "template"])];
  const changed = {
    ...(isJsonObject(spec) && spec),
    template: { ...(isJsonObject(template) && template), spec: before },
  };
  return Object.assign({ ...stored }, { spec: changed });
}
