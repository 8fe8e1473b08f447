// Checks, before anything starts, that the API server serves every kind that a provider watches. Without this check a missing CRD
// would show only as repeated failed lists.
import type { Client } from "@capstan/client";
import { Cluster } from "@capstan/api/core/v1beta2";
import { errorOf, isCapstanError, type Resource } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { kitErrors } from "../kit-errors.ts";
import { createdKindsOf, ownerKindsOf } from "../roles/role-workflow.ts";

/** Throws `run/crd-missing` when a kind that the provider watches is not served. Errors of the client pass through. */
export async function checkServed(provider: Provider, client: Client, signal?: AbortSignal): Promise<void> {
  const kinds = new Map(
    watchedKinds(provider).map((resource) => [`${resource.plural} of ${resource.apiVersion}`, resource]),
  );
  const missing = await Promise.all(
    Array.from(kinds, async ([name, resource]) => ((await isServed(resource, client, signal)) ? [] : [name])),
  );
  if (missing.flat().length > 0)
    throw errorOf(kitErrors, "run/crd-missing", {
      values: { server: client.server, kinds: missing.flat().join(", ") },
    });
}

function watchedKinds(provider: Provider): readonly Resource[] {
  return provider.controllers.flatMap(({ role, resource, infraCluster, pool, watches }) => [
    resource,
    Cluster,
    ...ownerKindsOf(role),
    ...createdKindsOf(role),
    ...[infraCluster, pool].filter((kind) => kind !== undefined),
    ...watches.filter(({ cached }) => cached?.optional !== true).map((watch) => watch.resource),
  ]);
}

async function isServed(resource: Resource, client: Client, signal?: AbortSignal): Promise<boolean> {
  try {
    return (await client.resourceFor(resource, signal === undefined ? {} : { signal })).plural === resource.plural;
  } catch (error) {
    if (isCapstanError(error, "client/no-such-kind")) return false;
    throw error;
  }
}
