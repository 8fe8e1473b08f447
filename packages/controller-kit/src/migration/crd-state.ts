// What a CustomResourceDefinition says about its versions, as a migration needs it.
import { errorOf, resourceOf, type Resource, type UnstructuredObject } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { kitErrors } from "../kit-errors.ts";

/** On a definition: the generation whose migration is complete. Cluster API's own managers and `clusterctl` know it. */
export const observedGeneration = "crd-migration.cluster.x-k8s.io/observed-generation";

/** The versions of a kind. */
export interface CrdState {
  readonly name: string;
  readonly generation: string;
  /** The kind in the version that the API server stores. */
  readonly storage: Resource<UnstructuredObject>;
  /** The kind in the other served versions that objects may still be stored in. */
  readonly older: readonly Resource<UnstructuredObject>[];
  /** The apiVersions that are served. */
  readonly served: ReadonlySet<string>;
  /** Whether every object is stored in the storage version. */
  readonly moved: boolean;
  /** Whether the status of the stored version has a path of its own, which admission webhooks usually do not intercept. */
  readonly hasStatus: boolean;
}

/** Reads a definition. Throws `migration/storage-not-served` for one that objects cannot be moved in. */
export function crdStateOf({ metadata, spec, status }: CustomResourceDefinition): CrdState {
  const { name = "", generation = 0 } = metadata;
  const { group, names, scope } = spec;
  const served = spec.versions.filter((version) => version.served).map((version) => version.name);
  const storage = spec.versions.find((version) => version.storage);
  if (storage === undefined || !storage.served)
    throw errorOf(kitErrors, "migration/storage-not-served", { values: { name, version: storage?.name ?? "" } });
  const inVersion = (version: string): Resource<UnstructuredObject> =>
    resourceOf(`${group}/${version}`, names.kind, { plural: names.plural, scope });
  const stored = status?.storedVersions ?? [];
  return {
    name,
    generation: String(generation),
    storage: inVersion(storage.name),
    older: stored.filter((version) => version !== storage.name && served.includes(version)).map(inVersion),
    served: new Set(served.map((version) => `${group}/${version}`)),
    moved: stored.length === 1 && stored[0] === storage.name,
    hasStatus: storage.subresources?.status !== undefined,
  };
}

/** Whether nothing is left to do for the present generation of a definition. Its metadata is enough. */
export function isMigrated({ metadata }: Pick<CustomResourceDefinition, "metadata">): boolean {
  return metadata.annotations?.[observedGeneration] === String(metadata.generation ?? 0);
}
