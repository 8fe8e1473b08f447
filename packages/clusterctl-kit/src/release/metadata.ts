// metadata.yaml: the contract of each release series. clusterctl reads it before any other file of a release.
import type { ContractVersion } from "@capstan/contract/rules";
import { emitYaml } from "@capstan/schema/yaml";
import { parse } from "semver";
import type { ReleaseSeries } from "./release-config.ts";

/** The version without its `v`, when clusterctl and image registries accept it. */
export function parseProviderVersion(version: string): { readonly major: number; readonly minor: number } | undefined {
  const parsed = version.startsWith("v") ? parse(version.slice(1)) : null;
  return parsed === null || parsed.build.length > 0 ? undefined : parsed;
}

/** The series that a version belongs to. */
export function seriesOf(version: string, releaseSeries: readonly ReleaseSeries[]): ReleaseSeries | undefined {
  const parsed = parseProviderVersion(version);
  return releaseSeries.find(({ major, minor }) => major === parsed?.major && minor === parsed.minor);
}

/** The content of metadata.yaml, series in ascending order; with `only`, the series of `version` declares that contract. */
export function metadataYaml(
  releaseSeries: readonly ReleaseSeries[],
  only?: { readonly version: string; readonly contract: ContractVersion },
): string {
  const override = only === undefined ? undefined : seriesOf(only.version, releaseSeries);
  const series = releaseSeries
    .map((each) => (each === override && only !== undefined ? { ...each, contract: only.contract } : each))
    .map(({ major, minor, contract }) => ({ major, minor, contract }))
    .toSorted((a, b) => a.major - b.major || a.minor - b.minor);
  return emitYaml({ apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3", kind: "Metadata", releaseSeries: series });
}
