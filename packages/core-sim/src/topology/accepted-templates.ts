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

/** A template as it was read last, and what its `spec.template.spec` was first. */
interface KnownTemplate {
  readonly template: KubeObject;
  readonly spec: unknown;
}

/** Remembers what the webhooks accepted: of each template, what was read first. */
export class AcceptedTemplates {
  /** By UIDs. */
  readonly #known = new Map<string, KnownTemplate>();
  /** With so many, those that were deleted are looked for. */
  #most: number;

  constructor(most: number = 100) {
    this.#most = most;
  }

  get size(): number {
    return this.#known.size;
  }

  accept(stored: KubeObject): AcceptedTemplate {
    const { kind, apiVersion, metadata } = stored;
    const keeping = kept.get(`${kind}.${parseApiVersion(apiVersion).group}`);
    const { uid = "" } = metadata;
    const now = getAt(stored, ["spec", "template", "spec"]);
    if (keeping === undefined) return { template: stored };
    const { spec: before } = this.#known.get(uid) ?? { spec: now };
    this.#known.set(uid, { template: stored, spec: before });
    if (deepEqual(before, now)) return { template: stored };
    const text = `${kind} spec.template.spec field is immutable. ${keeping.advice}`;
    return {
      template: withSpec(stored, before),
      rejection: `${kind}.${keeping.group} ${JSON.stringify(keyOf(stored).name)} is invalid: spec.template.spec: Invalid value: ${text}`,
    };
  }

  /** Forgets those that are not stored any more, once there are many: the next time, with twice as many as are left. */
  async forgetDeleted(find: (template: KubeObject) => Promise<KubeObject | undefined>): Promise<void> {
    if (this.#known.size <= this.#most) return;
    for (const [uid, { template }] of this.#known)
      if ((await find(template))?.metadata.uid !== uid) this.#known.delete(uid);
    this.#most = Math.max(this.#most, 2 * this.#known.size);
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
