// The provider's generated CRDs, for test control planes. Without a conversion webhook only the stored version can be served.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CustomResourceDefinition } from "@capstan/api";

const folder = join(import.meta.dirname, "..", "generated", "crds");

/** The CRDs, serving the stored version only. */
export function localCrds(): readonly CustomResourceDefinition[] {
  return generatedCrds().map((crd) => ({
    ...crd,
    spec: { ...crd.spec, versions: crd.spec.versions.map((version) => ({ ...version, served: version.storage })) },
  }));
}

/** The CRDs as they were generated. */
export function generatedCrds(): readonly CustomResourceDefinition[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as CustomResourceDefinition);
}
