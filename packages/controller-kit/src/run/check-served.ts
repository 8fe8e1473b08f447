// Checks, before anything starts, that the API server serves every kind that a provider watches. Without this check a missing CRD
// would show only as repeated failed lists.
import { isApiError, isNotFound, type Client } from "@capstan/client";
import { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { errorFrom, errorOf, type Resource } from "@capstan/kube";
import type { Provider } from "../authoring/provider.ts";
import { kitErrors } from "../kit-errors.ts";

/** Throws `run/crd-missing` when a kind that the provider watches is not served, and `run/unreachable` when nothing answers. */
export async function checkServed(provider: Provider, client: Client): Promise<void> {
  const groupVersions = Map.groupBy(watchedKinds(provider), (resource) => resource.apiVersion);
  const missing = await Promise.all(
    Array.from(groupVersions, ([apiVersion, kinds]) => missingOf(client, apiVersion, kinds)),
  );
  const names = missing.flat().map(({ plural, apiVersion }) => `${plural} of ${apiVersion}`);
  if (names.length > 0)
    throw errorOf(kitErrors, "run/crd-missing", {
      values: { server: client.server, kinds: [...new Set(names)].join(", ") },
    });
}

function watchedKinds(provider: Provider): readonly Resource[] {
  return provider.controllers.flatMap(({ role, resource, infraCluster, watches }) => [
    resource,
    Cluster,
    ...(role === "InfraMachine" ? [Machine] : []),
    ...(infraCluster === undefined ? [] : [infraCluster]),
    ...watches.map((watch) => watch.resource),
  ]);
}

async function missingOf(client: Client, apiVersion: string, kinds: readonly Resource[]): Promise<readonly Resource[]> {
  const path = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  try {
    const response = await client.request({ method: "GET", path, doing: `ask for the kinds of ${apiVersion}` });
    // Discovery has had this shape since Kubernetes 1.0; an absent list serves nothing.
    const served = response.json() as { resources?: readonly { name: string }[] };
    return kinds.filter((kind) => served.resources?.some((resource) => resource.name === kind.plural) !== true);
  } catch (error) {
    if (isNotFound(error)) return kinds;
    if (isApiError(error)) throw error;
    throw errorOf(kitErrors, "run/unreachable", {
      values: { server: client.server, reason: errorFrom(error).message },
      cause: error,
    });
  }
}
