// The CRDs of Cluster API's core kinds, generated from the types of this package, for test control planes that run no
// Cluster API. Read from their files when they are asked for.
import { readFileSync, readdirSync } from "node:fs";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";

const folder = new URL("../generated/crds/", import.meta.url);

/**
 * The CRDs of Cluster, ClusterClass, Machine, MachineDeployment, MachineSet and ExtensionConfig, with core's contract
 * labels. Only v1beta2 is served: between versions core converts by a webhook, and here is none.
 */
export function coreCrds(): CustomResourceDefinition[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => servingStored(JSON.parse(readFileSync(new URL(name, folder), "utf8")) as CustomResourceDefinition));
}

function servingStored(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map((version) => ({ ...version, served: version.storage }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
