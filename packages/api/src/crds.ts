// The CRDs of Cluster API's core kinds, for test control planes without Cluster API. A subpath, since it reads files.
import { readFileSync, readdirSync } from "node:fs";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";

const folder = new URL("../generated/crds/", import.meta.url);

/**
 * Returns the CRDs of Cluster, ClusterClass, Machine, MachineDeployment, MachineSet and ExtensionConfig, with core's
 * contract labels, read from generated files on each call.
 *
 * Only v1beta2 is served: core converts between versions with a webhook, which a test control plane does not have.
 *
 * @example
 * const env = await startTestEnv({ crds: [...coreCrds(), ...ownCrds] });
 */
export function coreCrds(): CustomResourceDefinition[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => servingStored(read(new URL(name, folder))));
}

/** The generated file has this type. */
function read(file: URL): CustomResourceDefinition {
  return JSON.parse(readFileSync(file, "utf8"));
}

function servingStored(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({ ...version, served: version.storage }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
