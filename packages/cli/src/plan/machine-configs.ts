// The configs of the machines that a kubeadm control plane has now. A tape does not say whether the first machine still has what it was told; the cluster does.
import { KubeadmConfig, type KubeadmConfigSpec } from "@capstan/api/bootstrap/kubeadm/v1beta2";
import { Cluster } from "@capstan/api/core/v1beta2";
import { KubeadmControlPlaneTemplate } from "@capstan/api/controlplane/kubeadm/v1beta2";
import { type Client, isForbidden, isNotFound } from "@capstan/client";
import { labels } from "@capstan/contract";
import { redactTemplate, type RecordedCall, type TapeHeader } from "@capstan/extension-kit/testing";
import { getAt } from "@capstan/kube";

/** The configs of one control plane; undefined where they are not known. */
export type ControlPlaneConfigs = readonly KubeadmConfigSpec[] | undefined;

/** Reads them, once for each Cluster. */
export class MachineConfigs {
  readonly #client: Client | undefined;
  readonly #read = new Map<string, Promise<ControlPlaneConfigs>>();

  /** Without a client nothing is known. */
  constructor(client: Client | undefined) {
    this.#client = client;
  }

  /** Those of the Cluster of a call, as its tape would have them: with digests in place of secrets. */
  async of(call: RecordedCall, header: TapeHeader): Promise<ControlPlaneConfigs> {
    const { cluster } = call;
    if (this.#client === undefined || cluster === undefined || !patchesControlPlane(call)) return undefined;
    const key = `${cluster.namespace}/${cluster.name}`;
    const read = this.#read.get(key) ?? configsOf(this.#client, cluster, header);
    this.#read.set(key, read);
    return read;
  }
}

function patchesControlPlane({ request }: RecordedCall): boolean {
  const items = getAt(request, ["items"]);
  return (
    Array.isArray(items) && items.some((item) => getAt(item, ["object", "kind"]) === KubeadmControlPlaneTemplate.kind)
  );
}

async function configsOf(
  client: Client,
  { namespace, name, uid }: NonNullable<RecordedCall["cluster"]>,
  header: TapeHeader,
): Promise<ControlPlaneConfigs> {
  const labelSelector = `${labels.clusterName}=${name},${labels.controlPlane}`;
  try {
    // Another management cluster can have one of the same name.
    const found = await client.get(Cluster, { namespace, name });
    if (uid === "" || found.metadata.uid !== uid) return undefined;
    const { items } = await client.listAll(KubeadmConfig, { namespace, labelSelector });
    // Of a control plane without machines nothing is known either.
    return items.length === 0 ? undefined : items.map((config) => specOf(config, header));
  } catch (error) {
    if (isForbidden(error) || isNotFound(error)) return undefined;
    throw error;
  }
}

function specOf(config: KubeadmConfig, header: TapeHeader): KubeadmConfigSpec {
  const spec: KubeadmConfigSpec = JSON.parse(JSON.stringify(getAt(redactTemplate(config, header), ["spec"]) ?? {}));
  return spec;
}
