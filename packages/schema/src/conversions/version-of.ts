// The schema of one version in a CRD that `capstan generate` wrote.
import { readFileSync } from "node:fs";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { CheckedVersion } from "./checked-conversion.ts";

/**
 * A version of the CRD in a JSON file, as `conversionChecks` takes it.
 *
 * @throws Error when there is no such file, or the CRD has no such version.
 */
export function versionOfFile(file: URL, version: string): CheckedVersion {
  // The CRD generator wrote the file; in any other the next lines find no version.
  const { spec } = JSON.parse(readFileSync(file, "utf8")) as CustomResourceDefinition;
  const schema = spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
  if (schema === undefined) throw new Error(`${file.pathname} has no schema for ${version}: run \`capstan generate\``);
  return { apiVersion: `${spec.group}/${version}`, schema };
}
