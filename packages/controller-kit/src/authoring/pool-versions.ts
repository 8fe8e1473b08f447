// The versions of pools and of the kinds of their machines. Core lists the machines of a pool in the API version in which it reads the pool.
import type { Converter } from "@capstan/api/codegen/v1";
import { errorOf, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { ControllerDefinition } from "./controller-definition.ts";

/** What the check reads of a provider. */
interface PoolsOfProvider {
  readonly name: string;
  readonly controllers: readonly Pick<ControllerDefinition, "resource" | "machines">[];
  readonly conversions: readonly Converter[];
}

/** A pool with versions in which the provider does not know the kind of its machines. */
export interface UnmatchedPool {
  readonly pool: string;
  readonly machines: Resource;
  readonly versions: readonly string[];
  /** Whether the kind has a conversion: it has no versions beside those. With strategy "None" it may have some that only the server knows. */
  readonly isSure: boolean;
}

/** The pools of which a version may be without machines. */
export function unmatchedPools({ controllers, conversions }: Omit<PoolsOfProvider, "name">): readonly UnmatchedPool[] {
  return controllers.flatMap(({ resource, machines }) => {
    if (machines === undefined) return [];
    const known = [machines.apiVersion, ...convertedVersions(machines, conversions)];
    const ofPool = new Set([resource.apiVersion, ...convertedVersions(resource, conversions)]);
    const versions = [...ofPool].filter((version) => !known.includes(version));
    const isSure = convertedVersions(machines, conversions).length > 0;
    return versions.length === 0 ? [] : [{ pool: resource.kind, machines, versions, isSure }];
  });
}

/** The values of the message about such a pool. */
export function messageValues({ pool, machines, versions }: UnmatchedPool): Readonly<Record<string, string>> {
  return { pool, machines: machines.kind, versions: versions.join(" and ") };
}

/** Throws `provider/machine-version` for a pool that has a version in which the kind of its machines has no conversion. */
export function checkPoolVersions(provider: PoolsOfProvider): void {
  const found = unmatchedPools(provider).find(({ isSure }) => isSure);
  if (found !== undefined) throw errorOf(kitErrors, "provider/machine-version", { values: messageValues(found) });
}

function convertedVersions({ group, kind }: Resource, conversions: readonly Converter[]): readonly string[] {
  const own = conversions.filter((converter) => converter.group === group && converter.kind === kind);
  return own.flatMap(({ versions }) => versions);
}
