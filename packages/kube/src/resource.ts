// A kind as a value: what a client, a cache, RBAC and the generators need to know of it. `define*` of @capstan/contract
// makes these for API authors; `builtinResource` makes them for kinds that Kubernetes itself serves.
import { parseApiVersion } from "./gvk.ts";
import type { KubeObject } from "./object.ts";
import { pluralOfKind } from "./flect.ts";

/** A kind: data at run time, the object's type at compile time. */
export interface Resource<out T extends KubeObject = KubeObject> {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Carries T for inference only; never set. A string key, so that two installed copies of this package still agree. */
  readonly "~object"?: T;
}

/** How a kind is named and scoped when its apiVersion and kind do not say so already. */
export interface ResourceNaming {
  readonly plural?: string;
  readonly scope?: "Namespaced" | "Cluster";
}

/** A kind by its apiVersion and kind; the plural follows Kubernetes' rules unless given. */
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
    plural: naming.plural ?? pluralOfKind(kind),
    scope: naming.scope ?? "Namespaced",
  };
}
