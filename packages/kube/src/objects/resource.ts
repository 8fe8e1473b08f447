// A kind as a value: what clients, caches, RBAC and generators need to know about it.
import { parseApiVersion } from "./gvk.ts";
import type { KubeObject } from "./object.ts";
import { controllerGenPlural } from "../names/flect.ts";

/**
 * A kind as a value: data at run time, the type of its objects at compile time. Functions of clients and kits take a
 * Resource and infer the type of the objects from it. `define*` creates one for a kind of yours, `resourceOf` for any other.
 */
export interface Resource<out T extends KubeObject = KubeObject> {
  readonly apiVersion: T["apiVersion"];
  readonly group: string;
  readonly version: string;
  readonly kind: T["kind"];
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  /** For inference of T; never set. A string key, so that two installed copies of this package agree. */
  readonly "~object"?: T;
}

/** The plural and scope of a kind, where they are not the default. */
export interface ResourceNaming {
  readonly plural?: string;
  readonly scope?: "Namespaced" | "Cluster";
}

/**
 * Creates the Resource of a kind that this project does not define, from its apiVersion and kind. The plural follows the
 * rules of controller-gen and the scope is `Namespaced`, unless they are given. Nothing is looked up on an API server.
 *
 * @example
 * interface KubeadmConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig"> {}
 * const KubeadmConfig = resourceOf<KubeadmConfig>("bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig");
 */
export function resourceOf<T extends KubeObject>(
  apiVersion: T["apiVersion"],
  kind: T["kind"],
  naming: ResourceNaming = {},
): Resource<T> {
  const { group, version } = parseApiVersion(apiVersion);
  return {
    apiVersion,
    group,
    version,
    kind,
    plural: naming.plural ?? controllerGenPlural(kind),
    scope: naming.scope ?? "Namespaced",
  };
}
