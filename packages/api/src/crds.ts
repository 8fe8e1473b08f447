// The CRDs of Cluster API's core kinds and of the kubeadm providers, for test control planes without Cluster API. A subpath,
// since it reads files.
import { readFileSync, readdirSync } from "node:fs";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";

const folder = new URL("../generated/crds/", import.meta.url);

/**
 * Returns the CRDs that Cluster API's core installs, with its contract labels: Cluster, ClusterClass, Machine, MachineDeployment,
 * MachineSet, MachinePool, MachineHealthCheck, MachineDrainRule, ClusterResourceSet, ClusterResourceSetBinding, IPAddress,
 * IPAddressClaim and ExtensionConfig. They are read from generated files on each call.
 *
 * Only v1beta2 is served: core converts between versions with a webhook, which a test control plane does not have.
 *
 * @example
 * const env = await startTestEnv({ crds: [...coreCrds(), ...ownCrds] });
 */
export function coreCrds(): CustomResourceDefinition[] {
  return crdsOf(folder);
}

/**
 * Returns the CRDs that the kubeadm providers install, with their contract labels: KubeadmConfig, KubeadmControlPlane and their
 * templates. Core does not need them; otherwise as `coreCrds`.
 *
 * @example
 * const env = await startTestEnv({ crds: [...coreCrds(), ...kubeadmCrds(), ...ownCrds] });
 */
export function kubeadmCrds(): CustomResourceDefinition[] {
  return crdsOf(new URL("kubeadm/", folder));
}

/** The CRDs in the JSON files of a folder. */
function crdsOf(from: URL): CustomResourceDefinition[] {
  return readdirSync(from)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => servingStored(read(new URL(name, from))));
}

/** The generated file has this type. */
function read(file: URL): CustomResourceDefinition {
  return JSON.parse(readFileSync(file, "utf8"));
}

function servingStored(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({ ...version, served: version.storage }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
